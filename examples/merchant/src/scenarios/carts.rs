//! A cart, from its creation to its end.

use serde_json::json;

use super::agent::Caller;
use crate::error::Error;

pub(super) fn cart(agent: &mut Caller) -> Result<(), Error> {
    let cart = agent.post("/carts", &json!({ "line_items": [{ "id": "mug" }] }))?.path("carts");
    let update =
        agent.call("PUT", &*cart).with(&json!({ "line_items": [{ "id": "mug" }, { "id": "teapot" }] }));
    agent.send(&update)?;
    agent.get(&cart)?;
    let cancel = agent.call("POST", format!("{cart}/cancel"));
    agent.send(&cancel)?;
    agent.get(&cart)?;
    Ok(())
}
