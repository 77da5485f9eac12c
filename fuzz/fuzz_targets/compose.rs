#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tradespec_properties::compose(bytes));
