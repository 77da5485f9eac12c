//! The merchant at work: recorded while scenarios are played, or served to anybody.
//!
//! In:  [`Options`], a set of scenarios or a port.
//! Out: a recording, or a service that does not end.
//! Holds: a merchant listens on the loopback interface only.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::error::Error;
use crate::http::{Merchant, Options};
use crate::recorder::{Recorder, recorded};
use crate::scenarios::{self, Agent};

/// Which scenarios are played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Set {
    /// What an agent does that knows the protocol.
    #[default]
    Proper,
    /// Requests that have to be refused.
    Refusals,
}

/// Plays scenarios against a merchant and writes down every exchange. Two recordings are the same, byte for byte, if
/// the options are and the watch stands still.
///
/// ```
/// use merchant::{Options, Set, record};
///
/// let file = std::env::temp_dir().join("merchant-refusals.jsonl");
/// record(Options::default(), Set::Refusals, std::fs::File::create(&file)?)?;
/// assert!(std::fs::read_to_string(&file)?.lines().count() > 5);
/// # std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record(options: Options, set: Set, out: impl Write + Send + 'static) -> Result<(), Error> {
    let fault = options.fault;
    let merchant = Merchant::new(options)?;
    let recorder = Recorder::new(out);
    let runtime = runtime()?;
    let listener = listen(&runtime, 0)?;
    let address = listener.local_addr()?;
    runtime.spawn(run(listener, recorded(merchant.router(), &recorder)));
    let agent = Agent::new(address, merchant.gate());
    for scenario in scenarios::of(set, fault) {
        scenario.play(&agent).map_err(|error| Error::new(format!("scenario {}: {error}", scenario.name)))?;
    }
    runtime.shutdown_background();
    recorder.finish()
}

/// Serves a router on 127.0.0.1, on any free port if `port` is 0. `router` makes it, and learns the address.
pub fn serve(port: u16, router: impl FnOnce(SocketAddr) -> Result<Router, Error>) -> Result<(), Error> {
    let runtime = runtime()?;
    let listener = listen(&runtime, port)?;
    let router = router(listener.local_addr()?)?;
    Ok(runtime.block_on(run(listener, router))?)
}

async fn run(listener: TcpListener, router: Router) -> std::io::Result<()> {
    axum::serve(listener, router).await
}

fn runtime() -> Result<Runtime, Error> {
    Ok(Builder::new_multi_thread().worker_threads(2).enable_io().build()?)
}

fn listen(runtime: &Runtime, port: u16) -> Result<TcpListener, Error> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    runtime
        .block_on(TcpListener::bind(address))
        .map_err(|error| Error::new(format!("cannot listen on {address}: {error}; take another port")))
}
