//! What all remotes that are reached over a network have in common: how long to wait for them, and what is told of an error.

use std::error::Error;
use std::fmt::{self, Display};
use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

use super::{Patience, RemoteError, shown};

/// How the client names itself.
pub(super) const USER_AGENT: &str = concat!("bombe/", env!("CARGO_PKG_VERSION"));

/// A shorter pause between bytes of a blob is no stall.
const PAUSE: Duration = Duration::from_millis(250);

/// A thread that waits for a remote, and the time that is left for it.
pub(super) struct Network {
    runtime: Option<Runtime>,
    patience: Patience,
    /// How long the remote may still be waited for, altogether.
    left: Mutex<Duration>,
    shown: String,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}

impl Network {
    /// Opens the network for the remote with an address. Nothing is sent yet.
    ///
    /// # Errors
    /// When the operating system refuses what is needed for it.
    pub(super) fn new(address: &str, patience: Patience) -> Result<Self, RemoteError> {
        let shown = shown(address);
        // It is an error if there is one already, which is then the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| RemoteError::Outage {
            remote: shown.clone(),
            reason: error.to_string(),
        })?;
        Ok(Self {
            runtime: Some(runtime),
            patience,
            left: Mutex::new(patience.altogether),
            shown,
        })
    }

    /// Returns the address, without secrets.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    /// Returns how long to wait.
    pub(super) fn patience(&self) -> Patience {
        self.patience
    }

    /// Does something to the end.
    pub(super) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let runtime = self.runtime.as_ref();
        runtime
            .expect("it is taken when this is dropped")
            .block_on(work)
    }

    /// Waits for the answer to a small question.
    ///
    /// # Errors
    /// [`RemoteError::Outage`] when it does not come in time; those of the answer.
    pub(super) fn answer<T>(
        &self,
        answer: impl Future<Output = Result<T, RemoteError>>,
    ) -> Result<T, RemoteError> {
        self.run(self.waiting(self.patience.document, Duration::ZERO, answer))
    }

    /// Waits for the next bytes of a blob.
    ///
    /// # Errors
    /// [`RemoteError::Outage`] when they do not come in time; those of the bytes.
    pub(super) async fn next<T>(
        &self,
        bytes: impl Future<Output = Result<T, RemoteError>>,
    ) -> Result<T, RemoteError> {
        self.waiting(self.patience.idle, PAUSE, bytes).await
    }

    /// Waits for at most `most`, and no longer than is left altogether. A wait that is shorter than `free` costs nothing.
    async fn waiting<T>(
        &self,
        most: Duration,
        free: Duration,
        wanted: impl Future<Output = Result<T, RemoteError>>,
    ) -> Result<T, RemoteError> {
        let left = *self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.is_zero() {
            return Err(self.outage("it has taken too long"));
        }
        let start = Instant::now();
        let waited = tokio::time::timeout(most.min(left), wanted).await;
        let elapsed = start.elapsed();
        if elapsed > free {
            let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
            *left = left.saturating_sub(elapsed);
        }
        waited.unwrap_or_else(|_| {
            let waited = elapsed.as_secs_f64();
            Err(self.outage(format!("nothing has come for {waited:.1} s")))
        })
    }

    /// Returns the error of a remote that does not answer.
    pub(super) fn outage(&self, reason: impl Display) -> RemoteError {
        RemoteError::Outage {
            remote: self.shown.clone(),
            reason: reason.to_string(),
        }
    }

    /// Returns the error of a remote that cannot be written to.
    pub(super) fn read_only(&self, reason: impl Display) -> RemoteError {
        RemoteError::ReadOnly {
            remote: self.shown.clone(),
            reason: reason.to_string(),
        }
    }

    /// Returns the error of a remote that sends more than was published.
    pub(super) fn too_long(&self, name: impl Display, most: u64) -> RemoteError {
        RemoteError::Damaged {
            remote: self.shown.clone(),
            what: format!("{name} has more than {most} bytes"),
        }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // A name that is being looked up may take longer than anybody wants to wait for.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Returns what an error comes down to: the innermost of its causes.
pub(super) fn cause(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::time::Duration;

    use tokio::time::{Instant, pause, sleep};

    use super::Network;
    use crate::remote::{Patience, RemoteError};

    /// Returns a network whose clock goes on by itself when all wait.
    fn network() -> Network {
        let network = Network::new("https://example.org", Patience::for_fetching()).unwrap();
        network.run(async { pause() });
        network
    }

    async fn after(milliseconds: u64) -> Result<(), RemoteError> {
        sleep(Duration::from_millis(milliseconds)).await;
        Ok(())
    }

    #[test]
    fn a_remote_is_waited_for_no_longer_than_three_seconds_altogether() {
        let most = Duration::from_millis(2300);
        // Nothing ever comes.
        let silent = network();
        let start = silent.run(async { Instant::now() });
        for _ in 0..10 {
            assert!(silent.answer(pending::<Result<(), _>>()).is_err());
        }
        assert!(silent.run(async { start.elapsed() }) < most);
        // Each answer comes, and all of them take too long.
        let slow = network();
        let start = slow.run(async { Instant::now() });
        let answers = (0..100).filter(|_| slow.answer(after(500)).is_ok()).count();
        assert_eq!(answers, 4);
        let stalls = slow.run(async {
            let mut stalls = 0;
            for _ in 0..100 {
                stalls += usize::from(slow.next(after(300)).await.is_ok());
            }
            stalls
        });
        assert_eq!(stalls, 0);
        assert!(slow.run(async { start.elapsed() }) < most);
    }

    #[test]
    fn bytes_that_keep_coming_may_come_for_long() {
        let network = network();
        network.run(async {
            for _ in 0..1000 {
                network.next(after(100)).await.unwrap();
            }
            network.next(after(2000)).await.unwrap();
            assert!(network.next(after(500)).await.is_err());
        });
    }
}
