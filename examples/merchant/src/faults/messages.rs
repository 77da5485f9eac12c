//! Faults within one message: rules of the text, and of the schema.

use serde_json::{Value, json};

use super::Fault::{
    AllocationsDoNotAddUp, CurrencyNotInLowerCase, MerchantInDiscovery, MissingMember, NotAJsonPath,
    PathLeadsNowhere, RawHtmlInMarkdown, RejectedCodeNotSubmitted, TotalsWithoutTotal, UnknownCurrency,
    UnknownFulfillmentOption, UnknownMember, VersionNotNewest, VersionsOutOfOrder, WriteOnlyReturned,
    WrongType,
};
use super::Row;
use super::draft::Draft;
use crate::routes::Operation::{Complete, Create, Discovery, Get};

pub(super) const ROWS: &[Row] = &[
    (TotalsWithoutTotal, Get, |draft| {
        draft.list("/totals")?.retain(|entry| entry["type"] != "total");
        Some(())
    }),
    (WriteOnlyReturned, Complete, |draft| {
        draft.is("completed")?;
        let data = draft.request.get("payment_data")?.clone();
        draft.add("", "metadata", json!({ "payment_data": data }))
    }),
    (RawHtmlInMarkdown, Get, |draft| {
        let content = draft.message("content_type", "markdown")?.get_mut("content")?;
        *content = "Returns are <b>free</b> for 30 days.".into();
        Some(())
    }),
    (UnknownFulfillmentOption, Get, |draft| draft.put("/selected_fulfillment_options/0/option_id", "owl")),
    (AllocationsDoNotAddUp, Create, |draft| {
        let amount = draft.body.pointer("/discounts/applied/0/allocations/0/amount")?.as_i64()?;
        draft.put("/discounts/applied/0/allocations/0/amount", amount - 1)
    }),
    (RejectedCodeNotSubmitted, Create, |draft| draft.put("/discounts/rejected/0/code", "AUTUMN5")),
    (UnknownCurrency, Create, |draft| currency(draft, "zzz")),
    (CurrencyNotInLowerCase, Create, |draft| currency(draft, "USD")),
    (PathLeadsNowhere, Create, |draft| param(draft, "$.line_items[9]")),
    (NotAJsonPath, Create, |draft| param(draft, "line_items[0]")),
    (VersionsOutOfOrder, Discovery, |draft| {
        draft.put("/protocol/supported_versions", json!(["2026-01-30", "2026-01-16", "2026-04-17"]))
    }),
    (VersionNotNewest, Discovery, |draft| {
        draft.put("/protocol/supported_versions", json!(["2026-04-17", "2026-10-01"]))
    }),
    // Every object of the document is closed, so this is an unknown member too.
    (MerchantInDiscovery, Discovery, |draft| draft.add("", "merchant_id", "kiln-and-kettle")),
    (UnknownMember, Get, |draft| {
        draft.answered(200)?;
        draft.add("", "gift_wrapped", true)
    }),
    (MissingMember, Get, |draft| draft.take("links").map(drop)),
    (WrongType, Get, |draft| draft.put("/line_items/0/quantity", "1")),
];

/// Changes the currency of a session with which nobody goes on, so that it differs from no other answer.
fn currency(draft: &mut Draft, currency: &str) -> Option<()> {
    draft.message("code", "out_of_stock")?;
    draft.put("/currency", currency)
}

/// Changes the path of a message.
fn param(draft: &mut Draft, path: &str) -> Option<()> {
    *draft.message("code", "out_of_stock")?.get_mut("param")? = Value::from(path);
    Some(())
}
