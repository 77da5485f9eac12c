//! Which addresses are public.
//!
//! In:  an IP address.
//! Out: whether a profile may be read from it.
//! Holds: an IPv4 address inside an IPv6 one is judged as what it is; everything that is not known to be public is not.
//!
//! Source: the IANA registries of special-purpose IPv4 and IPv6 addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 networks that are not public: this network, private ones, those shared by providers, loopback, link-local,
/// assignments of the IETF, documentation, relays, benchmarks, groups, and what is reserved.
const NOT_PUBLIC_4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The part of IPv6 that is handed out.
const PUBLIC_6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// What of it is not public: assignments of the IETF (tunnels among them), documentation, and IPv4 in disguise.
const NOT_PUBLIC_6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether an address is one of the public network.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !NOT_PUBLIC_4.iter().any(|network| within_4(address, *network)),
        IpAddr::V6(address) => {
            within_6(address, PUBLIC_6) && !NOT_PUBLIC_6.iter().any(|network| within_6(address, *network))
        }
    }
}

fn within_4(address: Ipv4Addr, (network, length): (Ipv4Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= length
}

fn within_6(address: Ipv6Addr, (network, length): (Ipv6Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= length
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        let cases = [
            ("1.1.1.1", true),
            ("8.8.8.8", true),
            ("93.184.215.14", true),
            ("9.255.255.255", true),
            ("11.0.0.0", true),
            ("100.63.255.255", true),
            ("100.128.0.0", true),
            ("172.15.255.255", true),
            ("172.32.0.0", true),
            ("192.0.1.0", true),
            ("192.167.255.255", true),
            ("192.169.0.0", true),
            ("198.17.255.255", true),
            ("198.20.0.0", true),
            ("223.255.255.255", true),
            ("0.0.0.0", false),
            ("0.1.2.3", false),
            ("10.0.0.0", false),
            ("10.255.255.255", false),
            ("100.64.0.0", false),
            ("100.127.255.255", false),
            ("127.0.0.1", false),
            ("127.255.255.255", false),
            ("169.254.169.254", false),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("192.88.99.1", false),
            ("192.168.1.1", false),
            ("198.18.0.1", false),
            ("198.19.255.255", false),
            ("198.51.100.7", false),
            ("203.0.113.9", false),
            ("224.0.0.1", false),
            ("239.255.255.255", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:4700:4700::1111", true),
            ("2a00:1450:4001:81b::200e", true),
            ("2001:4860:4860::8888", true),
            ("2001:200::1", true),
            ("::", false),
            ("::1", false),
            ("::ffff:8.8.8.8", true),
            ("::ffff:127.0.0.1", false),
            ("::ffff:10.0.0.1", false),
            ("::127.0.0.1", false),
            ("64:ff9b::a00:1", false),
            ("64:ff9b:1::1", false),
            ("100::1", false),
            ("2001::1", false),
            ("2001:1ff:ffff::1", false),
            ("2001:db8::1", false),
            ("2002:7f00:1::", false),
            ("3fff:fff::1", false),
            ("3fff:1000::1", true),
            ("5f00::1", false),
            ("fc00::1", false),
            ("fd12:3456:789a::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("ff02::1", false),
        ];
        for (address, public) in cases {
            assert_eq!(is_public(address.parse().unwrap()), public, "{address}");
        }
    }
}
