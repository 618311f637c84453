//! A handler with what the conformance suite of MCP asks for by name, over the transport of the server. For tests only: it is
//! built with the feature `conformance-fixtures`, and in no release.

use std::path::PathBuf;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities,
    CompleteRequestParams, CompleteResult, CustomRequest, CustomResult, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::live::Live;
use super::metrics::Metrics;
use super::server::{Session, Shared, capabilities};
use super::transport::LineTransport;
use super::{HttpOptions, Listing, ToolSet, http};
use bombe_reader::view::OpenOptions;

/// One pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/// No sound.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// The handler. What is no fixture is the server's own answer.
struct Fixtures {
    own: Session,
}

fn shared(stopping: watch::Receiver<bool>) -> Arc<Shared> {
    let live = Live::new(Vec::new(), PathBuf::from("."), OpenOptions::default());
    let listing = Listing {
        tools: ToolSet::Core,
        output_schemas: true,
    };
    Shared::new(live, listing, stopping)
}

/// Serves the fixtures over stdin and stdout, until one of them is closed.
///
/// # Errors
/// Fails if the protocol cannot be started.
pub async fn serve_stdio() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (_stop, stopping) = watch::channel(false);
    let own = Session::new(shared(stopping));
    let transport = LineTransport::start(std::io::stdin(), std::io::stdout())?;
    Fixtures { own }.serve(transport).await?.waiting().await?;
    Ok(())
}

/// Serves the fixtures over HTTP until the process is told to end.
///
/// # Errors
/// Fails if the address cannot be used.
pub async fn serve_http(options: HttpOptions) -> std::io::Result<()> {
    let (stop, stopping) = watch::channel(false);
    let shared = shared(stopping);
    let metrics = Arc::new(Metrics::new(std::iter::empty()));
    let served: http::Served = Box::new(|| (0, Vec::new()));
    let new = move || Fixtures {
        own: Session::new(shared.clone()),
    };
    http::serve(new, options, metrics, served, stop).await
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn tools() -> Value {
    let plain = [
        "test_simple_text",
        "test_image_content",
        "test_audio_content",
        "test_embedded_resource",
        "test_multiple_content_types",
        "test_error_handling",
        "test_tool_with_progress",
        "test_missing_capability",
        "test_streaming_elicitation",
        "test_logging_tool",
        "test_reconnection",
    ];
    let mut tools: Vec<Value> = plain
        .iter()
        .map(|name| json!({"name": name, "description": "A fixture.", "inputSchema": {"type": "object"}}))
        .collect();
    tools.push(json!({
        "name": "test_headers",
        "description": "A fixture with an argument that is a header, too.",
        "inputSchema": {
            "type": "object",
            "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
        },
    }));
    tools.push(json!({
        "name": "json_schema_2020_12_tool",
        "description": "A fixture with all of JSON Schema.",
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {"address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }},
            "properties": {
                "name": {"type": "string"},
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": {"type": "string"},
                "email": {"type": "string"},
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": false,
        },
    }));
    Value::Array(tools)
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(capabilities()).with_server_info(Implementation::new("fixtures", "1"))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let tools: Vec<Tool> = serde_json::from_value(tools()).ok()?;
        tools.into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(typed(tools())?))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let text = |text: &str| json!({"type": "text", "text": text});
        let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
        let resource = |uri: &str, kind: &str, text: &str| json!({"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": text}});
        let mut is_error = false;
        let content = match &*request.name {
            "test_simple_text" => json!([text("This is a simple text response for testing.")]),
            "test_image_content" => json!([image]),
            "test_audio_content" => {
                json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}])
            }
            "test_embedded_resource" => json!([resource(
                "test://embedded-resource",
                "text/plain",
                "This is an embedded resource content."
            )]),
            "test_multiple_content_types" => json!([
                text("Multiple content types test:"),
                image,
                resource(
                    "test://mixed-content-resource",
                    "application/json",
                    "{\"test\":\"data\",\"value\":123}"
                )
            ]),
            "test_error_handling" => {
                is_error = true;
                json!([text("This tool intentionally returns an error for testing")])
            }
            "test_tool_with_progress" => {
                if let Some(token) = context.meta.get_progress_token() {
                    for done in [0.0, 50.0, 100.0] {
                        let progress = ProgressNotificationParam::new(token.clone(), done);
                        let _ = context
                            .peer
                            .notify_progress(progress.with_total(100.0))
                            .await;
                    }
                }
                json!([text("done")])
            }
            "test_missing_capability" => {
                let has_sampling = context.client_capabilities().is_some_and(|it| {
                    serde_json::to_value(it).is_ok_and(|it| it.get("sampling").is_some())
                });
                if !has_sampling {
                    let needed: ClientCapabilities = typed(json!({"sampling": {}}))?;
                    return Err(ErrorData::missing_required_client_capability(needed));
                }
                json!([text("done")])
            }
            "test_streaming_elicitation"
            | "test_logging_tool"
            | "test_reconnection"
            | "json_schema_2020_12_tool"
            | "test_headers" => json!([text("done")]),
            _ => {
                let problem = format!("there is no tool `{}`", request.name);
                return Err(ErrorData::invalid_params(problem, None));
            }
        };
        let result: CallToolResult =
            typed(json!({"resultType": "complete", "content": content, "isError": is_error}))?;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |name: &str, kind: &str| json!({"uri": format!("test://{name}"), "name": name, "description": "A fixture.", "mimeType": kind});
        Ok(ListResourcesResult::with_all_items(typed(json!([
            resource("static-text", "text/plain"),
            resource("static-binary", "image/png"),
            resource("watched-resource", "text/plain"),
        ]))?))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(typed(json!([
            {"uriTemplate": "test://template/{id}/data", "name": "template", "mimeType": "application/json"},
        ]))?))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.as_str();
        let content = match uri {
            "test://static-text" => {
                json!({"uri": uri, "mimeType": "text/plain", "text": "This is the content of the static text resource."})
            }
            "test://static-binary" => json!({"uri": uri, "mimeType": "image/png", "blob": PNG}),
            "test://watched-resource" => {
                json!({"uri": uri, "mimeType": "text/plain", "text": "Watched."})
            }
            _ => {
                let id = uri
                    .strip_prefix("test://template/")
                    .and_then(|it| it.strip_suffix("/data"));
                let Some(id) = id else {
                    let data = Some(json!({"uri": uri}));
                    return Err(ErrorData::resource_not_found(
                        "there is no such resource",
                        data,
                    ));
                };
                let text =
                    json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
                json!({"uri": uri, "mimeType": "application/json", "text": text.to_string()})
            }
        };
        Ok(ReadResourceResult::new(vec![typed(content)?]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let argument =
            |name: &str| json!({"name": name, "description": "An argument.", "required": true});
        let prompt = |name: &str, arguments: Vec<Value>| json!({"name": name, "description": "A fixture.", "arguments": arguments});
        Ok(ListPromptsResult::with_all_items(typed(json!([
            prompt("test_simple_prompt", Vec::new()),
            prompt(
                "test_prompt_with_arguments",
                vec![argument("arg1"), argument("arg2")]
            ),
            prompt(
                "test_prompt_with_embedded_resource",
                vec![argument("resourceUri")]
            ),
            prompt("test_prompt_with_image", Vec::new()),
        ]))?))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let given = |name: &str| {
            arguments
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let text =
            |text: String| json!({"role": "user", "content": {"type": "text", "text": text}});
        let messages = match request.name.as_str() {
            "test_simple_prompt" => {
                json!([text("This is a simple prompt for testing.".to_owned())])
            }
            "test_prompt_with_arguments" => json!([text(format!(
                "Prompt with arguments: arg1='{}', arg2='{}'",
                given("arg1"),
                given("arg2")
            ))]),
            "test_prompt_with_embedded_resource" => json!([
                {"role": "user", "content": {"type": "resource", "resource": {"uri": given("resourceUri"), "mimeType": "text/plain", "text": "Embedded resource content for testing."}}},
                text("Please process the embedded resource above.".to_owned()),
            ]),
            "test_prompt_with_image" => json!([
                {"role": "user", "content": {"type": "image", "data": PNG, "mimeType": "image/png"}},
                text("Please analyze the image above.".to_owned()),
            ]),
            _ => return Err(ErrorData::invalid_params("there is no such prompt", None)),
        };
        Ok(GetPromptResult::new(typed(messages)?).into())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        typed(
            json!({"resultType": "complete", "completion": {"values": ["test"], "total": 1, "hasMore": false}}),
        )
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.own.on_custom_request(request, context).await
    }
}
