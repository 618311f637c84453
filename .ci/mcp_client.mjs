// Talks to bombe-serve with the official TypeScript client. Usage: mcp_client.mjs PROGRAM FOLDER URL.
// The client compares each answer with the schema of its tool.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [program, folder, url] = process.argv.slice(2);
const transports = {
  stdio: new StdioClientTransport({ command: program, args: [folder, "--tools", "all"] }),
  http: new StreamableHTTPClientTransport(new URL(url)),
};
for (const [name, transport] of Object.entries(transports)) {
  const client = new Client({ name: "ci", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.equal(tools.length, 18);
  for (const [tool, args] of [
    ["search_symbols", { query: "parse_file" }],
    ["get_symbol", { symbols: ["parse_file"] }],
    ["get_references", { symbol: "parse_file", direction: "both" }],
    ["get_blast_radius", { symbol: "parse_file" }],
    ["get_context", { query: "how are files left out of the index" }],
    ["grep", { pattern: "parse_file" }],
  ]) {
    const result = await client.callTool({ name: tool, arguments: args });
    assert.ok(!result.isError && result.structuredContent, tool);
  }
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[1].uri });
  assert.ok(contents[0].text.length > 0);
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "trace_flow" },
    argument: { name: "from", value: "parse_f" },
  });
  assert.ok(completion.values.some((value) => value.endsWith("parse_file")), completion.values.join());
  await assert.rejects(client.getPrompt({ name: "no_such_prompt" }));
  await client.ping();
  await client.close();
  console.log(`  ${name}: ${tools.length} tools, ${resources.length} resources`);
}
