//! The client of rmcp talks to the server, with a session and without.

use std::process::Stdio;

use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::{ClientLifecycleMode, ClientServiceExt};
use tokio::process::Command;

#[tokio::test]
async fn both_lifecycles_list_tools_and_prompts_and_get_an_answer_without_a_snapshot() {
    let modern = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    for lifecycle in [ClientLifecycleMode::Initialize, modern] {
        let mut server = Command::new(env!("CARGO_BIN_EXE_bombe-serve"))
            .args([env!("CARGO_TARGET_TMPDIR"), "--tools", "all"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let pipes = server.stdout.take().zip(server.stdin.take());
        let client = ().serve_with_lifecycle(pipes.expect("pipes"), lifecycle).await;
        let client = client.expect("the server answers");
        let tools = client.list_all_tools().await.expect("tools");
        assert_eq!(tools.len(), 18);
        assert_eq!(client.list_all_prompts().await.expect("prompts").len(), 4);
        let resources = client.list_all_resources().await.expect("resources");
        assert!(resources.is_empty(), "there is no snapshot");
        let call = CallToolRequestParams::new("list_repos");
        let answer = client.call_tool(call).await.expect("an answer");
        assert_eq!(answer.is_error, Some(true));
        client.cancel().await.expect("the session ends");
        assert!(server.wait().await.expect("it ends").success());
    }
}
