//! Tells clients when other snapshots are served: the resources have changed.
//!
//! A request that finds a new snapshot tells at once. While anybody listens, the files are also looked at from time to time.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionContext};
use tokio::sync::watch;

use super::live::Live;

/// How often the files are looked at while anybody listens.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// The number of snapshots served so far, for those who listen.
pub(super) struct News {
    live: Arc<Live>,
    generation: watch::Sender<Option<u64>>,
    is_looking: Arc<AtomicBool>,
}

impl News {
    pub(super) fn new(live: Arc<Live>) -> Self {
        Self {
            live,
            generation: watch::channel(None).0,
            is_looking: Arc::default(),
        }
    }

    /// Tells those who listen, if other snapshots are served than when this was called last.
    pub(super) fn tell(&self) {
        tell(&self.live, &self.generation);
    }

    /// Begins to listen.
    fn listen(&self) -> Listener {
        let changes = self.generation.subscribe();
        let seen = *changes.borrow();
        if !self.is_looking.swap(true, Ordering::AcqRel) {
            tokio::spawn(look(
                self.live.clone(),
                self.generation.clone(),
                self.is_looking.clone(),
            ));
        }
        Listener { changes, seen }
    }

    /// Tells a client of an old version all news, until it has left.
    pub(super) fn of_session(
        &self,
        peer: Peer<RoleServer>,
        subscribed: Arc<Mutex<BTreeSet<String>>>,
    ) -> impl Future<Output = ()> + Send + use<> {
        let mut listener = self.listen();
        async move {
            while listener.changed().await && !peer.is_transport_closed() {
                let uris: Vec<String> = {
                    let subscribed = subscribed.lock().unwrap_or_else(PoisonError::into_inner);
                    subscribed.iter().cloned().collect()
                };
                for uri in uris {
                    let update = ResourceUpdatedNotificationParam::new(uri);
                    if peer.notify_resource_updated(update).await.is_err() {
                        return;
                    }
                }
                if peer.notify_resource_list_changed().await.is_err() {
                    return;
                }
            }
        }
    }

    /// Tells a subscription its news, until its client has left.
    pub(super) async fn of_subscription(&self, context: &SubscriptionContext) {
        let mut listener = self.listen();
        let sink = context.sink();
        while listener.changed().await {
            for uri in context.accepted().resource_subscriptions.iter().flatten() {
                if sink.notify_resource_updated(uri.clone()).await.is_err() {
                    return;
                }
            }
            let wants_list = context.accepted().resources_list_changed == Some(true);
            if wants_list && sink.notify_resource_list_changed().await.is_err() {
                return;
            }
        }
    }
}

/// Somebody who listens.
struct Listener {
    changes: watch::Receiver<Option<u64>>,
    seen: Option<u64>,
}

impl Listener {
    /// Waits until other snapshots are served than before. Returns false if that can no longer be.
    async fn changed(&mut self) -> bool {
        while self.changes.changed().await.is_ok() {
            let now = *self.changes.borrow_and_update();
            // The first snapshots that are known are no news.
            if self.seen.replace(now.unwrap_or_default()).is_some() {
                return true;
            }
        }
        false
    }
}

fn tell(live: &Live, generation: &watch::Sender<Option<u64>>) {
    let now = Some(live.generations());
    generation.send_if_modified(|last| std::mem::replace(last, now) != now);
}

/// Looks at the files, until nobody listens.
async fn look(
    live: Arc<Live>,
    generation: watch::Sender<Option<u64>>,
    is_looking: Arc<AtomicBool>,
) {
    loop {
        tokio::time::sleep(LOOK_INTERVAL).await;
        if generation.is_closed() {
            is_looking.store(false, Ordering::Release);
            // Somebody may have begun to listen in between.
            if generation.is_closed() || is_looking.swap(true, Ordering::AcqRel) {
                return;
            }
        }
        let (live, generation) = (live.clone(), generation.clone());
        let looked = tokio::task::spawn_blocking(move || {
            live.now();
            tell(&live, &generation);
        });
        // A panic here does not end the server; the next look may do better.
        let _ = looked.await;
    }
}
