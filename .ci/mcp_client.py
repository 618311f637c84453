"""Talks to bombe-serve with the official Python client: starts it, lists its tools, calls each one."""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

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


async def talk(server, folder):
    parameters = StdioServerParameters(command=server, args=[folder, "--tools", "all"])
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        start = plain(await session.initialize())
        print("server", start["serverInfo"]["name"], start["serverInfo"]["version"], "instructions", len(start.get("instructions", "")))
        tools = plain(await session.list_tools())["tools"]
        print("tools", len(tools), "bytes", len(json.dumps(tools)))
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


def plain(message):
    """A message as it is on the wire: the client's attribute names differ from version to version."""
    return message.model_dump(mode="json", by_alias=True, exclude_none=True)


asyncio.run(asyncio.wait_for(talk(sys.argv[1], sys.argv[2]), timeout=120))
