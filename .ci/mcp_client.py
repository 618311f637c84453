"""Talks to bombe-serve with the official Python client, 1.x or 2.x: lists what it has, calls each tool, reads and completes.

Usage: mcp_client.py PROGRAM FOLDER [URL]. With a URL, over HTTP. The client compares each answer with the schema of its tool.
"""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

# Arguments that make sense in this repository.
ARGUMENTS = {
    "search_symbols": {"query": "parse_file"},
    "get_references": {"symbol": "parse_file", "direction": "callers"},
    "get_context": {"query": "how are files left out of the index", "token_budget": 2000},
    "get_structure": {},
    "get_blast_radius": {"symbol": "parse_file"},
    "get_symbol": {"symbols": ["parse_file"]},
    "get_file_outline": {"file_path": "indexer/src/build.rs"},
    "get_file_tree": {},
    "grep": {"pattern": "parse_file"},
    "list_repos": {},
    "trace_flow": {"from": "parse_file"},
    "traverse_graph": {"starts": ["parse_file"]},
    "find_by_imports": {"libraries": ["rayon"]},
    "find_by_signature": {"name_pattern": "parse*"},
    "find_entry_points": {},
    "get_symbol_info": {"symbol": "parse_file"},
    "get_related_files": {"file_path": "indexer/src/build.rs"},
    "get_history": {"file_path": "indexer/src/build.rs"},
}


async def talk(server, folder, url=None):
    if url:
        transport = streamable_http_client(url)
    else:
        transport = stdio_client(StdioServerParameters(command=server, args=[folder, "--tools", "all"]))
    async with transport as streams, ClientSession(*streams[:2]) as session:
        start = plain(await session.initialize())
        print("server", start["serverInfo"]["name"], start["protocolVersion"], "instructions", len(start.get("instructions", "")))
        tools = plain(await session.list_tools())["tools"]
        print("tools", len(tools), "bytes", len(json.dumps(tools)))
        assert len(tools) == len(ARGUMENTS), "not all tools"
        for tool in tools:
            name = tool["name"]
            assert tool["description"] and tool["outputSchema"], f"{name}: no description or output schema"
            assert tool["annotations"]["readOnlyHint"], f"{name}: not marked as read-only"
            result = plain(await session.call_tool(name, ARGUMENTS[name]))
            text = "".join(block["text"] for block in result["content"] if block["type"] == "text")
            assert not result.get("isError"), f"{name}: {text}"
            assert text and result["structuredContent"], f"{name}: empty answer"
            print(f"  {name}: {len(text)} characters")
        wrong = plain(await session.call_tool("get_references", {"symbol": "no_such_symbol_anywhere"}))
        assert wrong.get("isError"), "an unknown symbol must be a tool error"
        wrong = plain(await session.call_tool("search_symbols", {"query": 7}))
        assert wrong.get("isError"), "a wrong argument must be a tool error"
        listed = plain(await session.list_resources())["resources"]
        read = plain(await read_resource(session, listed[0]["uri"]))
        assert read["contents"][0]["text"], "an empty resource"
        assert len(plain(await session.list_resource_templates())["resourceTemplates"]) == 3
        prompts = plain(await session.list_prompts())["prompts"]
        assert len(prompts) == 4, "four prompts"
        prompt = plain(await session.get_prompt("trace_flow", {"from": "parse_file"}))
        assert "parse_file" in prompt["messages"][0]["content"]["text"]
        print(f"  {len(listed)} resources, {len(prompts)} prompts")


async def read_resource(session, uri):
    """1.x wants a parsed URI, 2.x text."""
    try:
        from pydantic import AnyUrl

        return await session.read_resource(AnyUrl(uri))
    except (TypeError, ValueError):
        return await session.read_resource(uri)


def plain(message):
    """A message as it is on the wire: the client's attribute names differ from version to version."""
    return message.model_dump(mode="json", by_alias=True, exclude_none=True)


asyncio.run(asyncio.wait_for(talk(*sys.argv[1:4]), timeout=120))
