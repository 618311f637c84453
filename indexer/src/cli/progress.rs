//! Progress on a terminal: one line per phase, with a bar if the total is known.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::{Phase, Progress};

/// Draws progress on stderr if that is a terminal, and never in CI.
pub(super) struct Bars {
    bar: Mutex<Option<ProgressBar>>,
    enabled: bool,
}

impl Bars {
    pub(super) fn new(quiet: bool) -> Self {
        let enabled = !quiet && std::env::var_os("CI").is_none() && std::io::stderr().is_terminal();
        Self {
            bar: Mutex::new(None),
            enabled,
        }
    }

    /// Clears the last line.
    pub(super) fn finish(&self) {
        self.swap(None);
    }

    fn swap(&self, next: Option<ProgressBar>) {
        let mut bar = self
            .bar
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(old) = std::mem::replace(&mut *bar, next) {
            old.finish_and_clear();
        }
    }
}

impl Progress for Bars {
    fn start(&self, phase: Phase, total: u64) {
        if !self.enabled {
            return;
        }
        let number = Phase::ALL
            .iter()
            .position(|known| *known == phase)
            .map_or(0, |at| at + 1);
        let prefix = format!("[{number}/{}] {}", Phase::ALL.len(), phase.label());
        let (length, template) = match (total, phase) {
            (0, _) => (None, "{prefix} {spinner} {elapsed}"),
            (total, Phase::Parse | Phase::Write) => {
                (Some(total), "{prefix} {bar:30} {bytes}/{total_bytes} {eta}")
            }
            (total, _) => (Some(total), "{prefix} {bar:30} {pos}/{len} {eta}"),
        };
        let bar =
            ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_prefix(prefix);
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.enable_steady_tick(Duration::from_millis(100));
        self.swap(Some(bar));
    }

    fn advance(&self, amount: u64) {
        if let Some(bar) = self
            .bar
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .as_ref()
        {
            bar.inc(amount);
        }
    }
}
