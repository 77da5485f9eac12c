//! A gate before the shop, at which a test can hold a request.
//!
//! In:  [`Gate::close`].
//! Out: the next request that is executed waits until the [`Closed`] opens the gate again, or is dropped.
//! Holds: nothing sleeps; one request waits, all others pass.

use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::error::Error;

/// How long somebody waits for a request that never comes, before it is an error.
const PATIENCE: Duration = Duration::from_secs(30);

/// The gate, open unless somebody closed it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gate(Arc<Mutex<Option<Bar>>>);

#[derive(Debug)]
struct Bar {
    arrived: mpsc::Sender<()>,
    opened: oneshot::Receiver<()>,
}

/// A gate that is closed.
#[derive(Debug)]
pub(crate) struct Closed {
    arrived: mpsc::Receiver<()>,
    /// Opens the gate when it is dropped.
    open: oneshot::Sender<()>,
}

impl Gate {
    pub(crate) fn close(&self) -> Closed {
        let (arrive, arrived) = mpsc::channel();
        let (open, opened) = oneshot::channel();
        *self.bar() = Some(Bar { arrived: arrive, opened });
        Closed { arrived, open }
    }

    /// Passes at once, unless the gate is closed.
    pub(crate) async fn pass(&self) {
        let bar = self.bar().take();
        if let Some(bar) = bar {
            // Whoever closed the gate may have left; then it opens at once.
            let _ = bar.arrived.send(());
            let _ = bar.opened.await;
        }
    }

    fn bar(&self) -> std::sync::MutexGuard<'_, Option<Bar>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Closed {
    /// Waits until a request stands at the gate.
    pub(crate) fn arrived(&self) -> Result<(), Error> {
        self.arrived.recv_timeout(PATIENCE).map_err(|_| Error::new("no request came to the closed gate"))
    }

    pub(crate) fn open(self) {
        // The request may have been given up.
        let _ = self.open.send(());
    }
}
