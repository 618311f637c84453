//! The table of tasks beside the descriptions of the tools: each task is answered by the tool and arguments that it names.

use serde_json::Value;

use super::Client;
use super::schemas::shop_with_history;
use crate::support::workspace;

/// Fewest tasks.
const TASKS_MIN: usize = 60;

#[test]
fn each_task_is_answered_by_the_tool_that_the_table_names() {
    let file = workspace().join("reader/src/tools/tasks.json");
    let tasks: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(tasks.len() >= TASKS_MIN, "{} tasks", tasks.len());
    let root = shop_with_history();
    let arguments = [root.path().to_str().unwrap(), "--tools", "all"];
    let mut client = Client::start(&arguments, "2025-11-25");
    let listed = client.request("tools/list", serde_json::json!({}))["result"]["tools"].take();
    let mut unused: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    for task in &tasks {
        let [text, tool, wanted] = ["task", "tool", "finds"]
            .map(|key| task[key].as_str().unwrap_or_else(|| panic!("{task}")));
        let answer = client.call(tool, task["arguments"].clone());
        assert_eq!(answer["isError"], false, "{text}: {answer}");
        let found = answer["content"][0]["text"].as_str().unwrap();
        assert!(found.contains(wanted), "{text}: no `{wanted}` in {found}");
        unused.retain(|name| *name != tool);
    }
    assert!(unused.is_empty(), "no task for {unused:?}");
    client.end();
}
