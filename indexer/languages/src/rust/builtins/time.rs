// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

pub struct Duration;
impl Clone for Duration {}
impl Ord for Duration {}
impl Default for Duration {}
impl Duration {
    const ZERO: Duration;
    const MAX: Duration;
    fn new(_: u64, _: u32) -> Duration;
    fn from_secs(_: u64) -> Duration;
    fn from_millis(_: u64) -> Duration;
    fn from_micros(_: u64) -> Duration;
    fn from_nanos(_: u64) -> Duration;
    fn from_secs_f64(_: f64) -> Duration;
    fn checked_add(self, _: Duration) -> Option<Duration>;
    fn checked_sub(self, _: Duration) -> Option<Duration>;
    fn saturating_sub(self, _: Duration) -> Duration;
}
pub struct Instant;
impl Clone for Instant {}
impl Ord for Instant {}
impl Instant { fn now() -> Instant; fn elapsed(&self) -> Duration; fn duration_since(&self, _: Instant) -> Duration; fn checked_add(&self, _: Duration) -> Option<Instant>; }
pub struct SystemTime;
impl Clone for SystemTime {}
impl Ord for SystemTime {}
impl SystemTime { const UNIX_EPOCH: SystemTime; fn now() -> SystemTime; fn elapsed(&self) -> Result<Duration, SystemTimeError>; fn duration_since(&self, _: SystemTime) -> Result<Duration, SystemTimeError>; }
pub struct SystemTimeError;
pub const UNIX_EPOCH: SystemTime = SystemTime::UNIX_EPOCH;
