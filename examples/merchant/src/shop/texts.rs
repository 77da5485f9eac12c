//! What the shop tells buyers and agents within a session or a cart.

use acp_types::v2026_04_17::checkout::{
    ContentType, Link, LinkType, Message, MessageError, MessageErrorCode, MessageInfo, MessageResolution,
    MessageWarning, RejectedDiscount,
};

use crate::catalogue::Good;

/// An error for each line that cannot be had.
pub(super) fn out_of_stock(goods: &[&'static Good]) -> impl Iterator<Item = Message> {
    goods.iter().enumerate().filter(|(_, good)| !good.in_stock).map(|(n, good)| {
        let text = format!("{} is out of stock; take it out of the order.", good.name);
        let error = error(MessageErrorCode::OutOfStock, &text, MessageResolution::Recoverable);
        Message::Error(MessageError { param: Some(format!("$.line_items[{n}]")), ..error })
    })
}

pub(super) fn declined() -> Message {
    let text = "The payment was declined; try another card.";
    Message::Error(error(MessageErrorCode::PaymentDeclined, text, MessageResolution::RequiresBuyerInput))
}

/// A warning for a discount code; `n` is its place among the rejected ones.
pub(super) fn rejected(n: usize, rejected: &RejectedDiscount) -> Message {
    let warning = MessageWarning::builder()
        .code(rejected.reason.as_str().into())
        .param(format!("$.discounts.rejected[{n}]"))
        .content_type(ContentType::Plain)
        .content(rejected.message.as_deref().unwrap_or("This code is not taken."))
        .build();
    Message::Warning(warning)
}

pub(super) fn address_wanted() -> Message {
    let info = MessageInfo::builder()
        .resolution(MessageResolution::RequiresBuyerInput)
        .content_type(ContentType::Plain)
        .content("Tell us the address, and we will say what delivery costs.")
        .build();
    Message::Info(info)
}

pub(super) fn returns() -> Message {
    let info = MessageInfo::builder()
        .content_type(ContentType::Markdown)
        .content("Returns are **free** for 30 days.")
        .build();
    Message::Info(info)
}

pub(super) fn links() -> Vec<Link> {
    vec![
        Link::builder().type_(LinkType::TermsOfUse).url("https://shop.example/terms").build(),
        Link::builder().type_(LinkType::ReturnPolicy).url("https://shop.example/returns").build(),
    ]
}

fn error(code: MessageErrorCode, text: &str, resolution: MessageResolution) -> MessageError {
    MessageError::builder()
        .code(code)
        .resolution(resolution)
        .content_type(ContentType::Plain)
        .content(text)
        .build()
}
