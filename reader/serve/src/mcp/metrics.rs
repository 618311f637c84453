//! What a server has done, as Prometheus reads it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the classes of a histogram, in seconds. A bound of 5 s is the longest that a request may take.
const BOUNDS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0,
];

/// Counts of a server since its start.
#[derive(Debug)]
pub(super) struct Metrics {
    tools: BTreeMap<&'static str, Calls>,
    /// Answers over HTTP by status.
    statuses: BTreeMap<u16, AtomicU64>,
}

/// The calls of a tool.
#[derive(Debug, Default)]
struct Calls {
    /// By class; the last has no upper bound.
    classes: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
    errors: AtomicU64,
    truncated: AtomicU64,
}

/// Statuses that the server answers with.
const STATUSES: [u16; 16] = [
    200, 202, 204, 400, 401, 403, 404, 405, 406, 408, 413, 415, 429, 500, 503, 0,
];

impl Metrics {
    /// Creates counts for some tools.
    pub(super) fn new(tools: impl Iterator<Item = &'static str>) -> Self {
        Self {
            tools: tools.map(|tool| (tool, Calls::default())).collect(),
            statuses: STATUSES
                .iter()
                .map(|status| (*status, AtomicU64::new(0)))
                .collect(),
        }
    }

    /// Counts a call of a tool.
    pub(super) fn call(&self, tool: &str, time: Duration, is_error: bool, is_truncated: bool) {
        let Some(calls) = self.tools.get(tool) else {
            return;
        };
        let class = BOUNDS.partition_point(|bound| *bound < time.as_secs_f64());
        add(&calls.classes[class], 1);
        add(
            &calls.micros,
            u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        );
        add(&calls.errors, u64::from(is_error));
        add(&calls.truncated, u64::from(is_truncated));
    }

    /// Counts an answer over HTTP.
    pub(super) fn status(&self, status: u16) {
        let other = self.statuses.get(&0);
        if let Some(count) = self.statuses.get(&status).or(other) {
            add(count, 1);
        }
    }

    /// Returns the counts in the text format of Prometheus. Of tools that were not called there are no lines.
    pub(super) fn text(&self, generations: u64, snapshots: &[(String, String)]) -> String {
        let mut text = String::new();
        let mut head = |name: &str, kind: &str, help: &str, rows: String| {
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{rows}");
        };
        let called: Vec<_> = self
            .tools
            .iter()
            .filter(|(_, calls)| calls.count() > 0)
            .collect();
        let mut rows = String::new();
        for (tool, calls) in &called {
            let mut sum = 0;
            for (at, class) in calls.classes.iter().enumerate() {
                sum += class.load(Ordering::Relaxed);
                let bound = BOUNDS.get(at).map_or("+Inf".to_owned(), f64::to_string);
                let _ = writeln!(
                    rows,
                    "bombe_tool_seconds_bucket{{tool=\"{tool}\",le=\"{bound}\"}} {sum}"
                );
            }
            let seconds = calls.micros.load(Ordering::Relaxed) as f64 / 1e6;
            let _ = writeln!(rows, "bombe_tool_seconds_sum{{tool=\"{tool}\"}} {seconds}");
            let _ = writeln!(rows, "bombe_tool_seconds_count{{tool=\"{tool}\"}} {sum}");
        }
        head(
            "bombe_tool_seconds",
            "histogram",
            "Time of calls of a tool, waiting included.",
            rows,
        );
        let by_tool = |name: &str, value: fn(&Calls) -> &AtomicU64| -> String {
            let row = |(tool, calls): &(&&str, &Calls)| {
                let value = value(calls).load(Ordering::Relaxed);
                format!("{name}{{tool=\"{tool}\"}} {value}\n")
            };
            called.iter().map(row).collect()
        };
        let name = "bombe_tool_errors_total";
        head(
            name,
            "counter",
            "Calls that were answered with an error.",
            by_tool(name, |calls| &calls.errors),
        );
        let name = "bombe_tool_truncated_total";
        head(
            name,
            "counter",
            "Calls whose answer is cut or partial.",
            by_tool(name, |calls| &calls.truncated),
        );
        let rows = self
            .statuses
            .iter()
            .map(|(status, count)| (status, count.load(Ordering::Relaxed)))
            .filter(|(_, count)| *count > 0)
            .map(|(status, count)| {
                format!("bombe_http_responses_total{{status=\"{status}\"}} {count}\n")
            })
            .collect();
        head(
            "bombe_http_responses_total",
            "counter",
            "Answers over HTTP by status.",
            rows,
        );
        head(
            "bombe_generations_total",
            "counter",
            "Snapshots that were opened and served, one after the other.",
            format!("bombe_generations_total {generations}\n"),
        );
        let rows = snapshots
            .iter()
            .map(|(repo, identity)| {
                let repo = repo
                    .replace('\\', "\\\\")
                    .replace('"', "\\\"")
                    .replace('\n', "\\n");
                format!("bombe_snapshot_info{{repo=\"{repo}\",snapshot=\"{identity}\"}} 1\n")
            })
            .collect();
        head(
            "bombe_snapshot_info",
            "gauge",
            "The snapshots that are served now.",
            rows,
        );
        text
    }
}

impl Calls {
    fn count(&self) -> u64 {
        let counts = self.classes.iter();
        counts.map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

fn add(count: &AtomicU64, more: u64) {
    count.fetch_add(more, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_in_classes_of_time() {
        let metrics = Metrics::new(["grep", "silent"].into_iter());
        metrics.call("grep", Duration::from_micros(700), false, true);
        metrics.call("grep", Duration::from_secs(9), true, false);
        metrics.call("no such tool", Duration::ZERO, true, true);
        metrics.status(200);
        metrics.status(599);
        let text = metrics.text(3, &[("a\"b\n".to_owned(), "f00".to_owned())]);
        for line in [
            "bombe_tool_seconds_bucket{tool=\"grep\",le=\"0.0005\"} 0\n",
            "bombe_tool_seconds_bucket{tool=\"grep\",le=\"0.001\"} 1\n",
            "bombe_tool_seconds_bucket{tool=\"grep\",le=\"5\"} 1\n",
            "bombe_tool_seconds_bucket{tool=\"grep\",le=\"+Inf\"} 2\n",
            "bombe_tool_seconds_sum{tool=\"grep\"} 9.0007\n",
            "bombe_tool_errors_total{tool=\"grep\"} 1\n",
            "bombe_tool_truncated_total{tool=\"grep\"} 1\n",
            "bombe_http_responses_total{status=\"200\"} 1\n",
            "bombe_http_responses_total{status=\"0\"} 1\n",
            "bombe_generations_total 3\n",
            "bombe_snapshot_info{repo=\"a\\\"b\\n\",snapshot=\"f00\"} 1\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        assert!(!text.contains("silent"), "{text}");
    }
}
