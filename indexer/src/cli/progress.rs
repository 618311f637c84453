//! Progress on a terminal: one line per phase, with a bar if the total is known.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::{Width, terminal_size_of};

use crate::report::{Phase, Progress};

/// Columns that a bar with rate and time needs. A line that is longer than the terminal would stay behind.
const WIDE_COLUMNS_MIN: u16 = 90;

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

    /// Shows that something is waited for, and how long already.
    pub(super) fn wait_for(&self, what: &str) {
        if self.enabled {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            self.show(
                bar,
                "{spinner} {prefix} {elapsed}  {wide_msg}",
                what.to_owned(),
            );
        }
    }

    /// Shows what it says, in which nothing acts.
    pub(super) fn tell(&self, text: &str) {
        let bar = self
            .bar
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(bar) = bar.as_ref() {
            bar.set_message(text.to_owned());
        }
    }

    fn show(&self, bar: ProgressBar, template: &str, prefix: String) {
        // A bar that is drawn before the last one is cleared leaves that behind.
        self.swap(None);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(prefix);
        bar.enable_steady_tick(Duration::from_millis(100));
        self.swap(Some(bar));
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

/// A command that fails leaves no line behind either.
impl Drop for Bars {
    fn drop(&mut self) {
        self.finish();
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
        let is_narrow = terminal_size_of(std::io::stderr())
            .is_some_and(|(Width(columns), _)| columns < WIDE_COLUMNS_MIN);
        let (length, template) = match (total, phase) {
            (total, _) if is_narrow && total > 0 => {
                (Some(total), "{prefix} {percent}%, {eta} left")
            }
            (0, _) => (None, "{prefix} {spinner} {elapsed}  {wide_msg}"),
            (total, Phase::Parse | Phase::Resolve | Phase::Write) => (
                Some(total),
                "{prefix} {bar:24} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec} {eta} left",
            ),
            (total, _) => (
                Some(total),
                "{prefix} {bar:24} {pos}/{len} {per_sec} {eta} left",
            ),
        };
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        self.show(bar, template, prefix);
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
