// Starts the program of this platform, which npm has installed as an optional dependency, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

function find() {
  const name = `@bombe/${process.platform}-${process.arch}`;
  const ending = process.platform === "win32" ? ".exe" : "";
  try {
    return require.resolve(`${name}/bin/bombe${ending}`);
  } catch {
    console.error(
      `bombe: the package ${name} is not installed: either there is no such package for this platform, ` +
        "or optional dependencies were left out (--omit=optional, --no-optional)",
    );
    process.exit(2);
  }
}

// `before` stands before the arguments of the user.
module.exports = function launch(before) {
  const child = spawn(find(), [...before, ...process.argv.slice(2)], { stdio: "inherit", windowsHide: true });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("error", (error) => {
    console.error(`bombe: ${error.message}`);
    process.exit(2);
  });
  child.on("exit", (code, signal) => {
    // As a shell says it of a program that a signal has ended.
    process.exit(signal ? 128 + constants.signals[signal] : code);
  });
};
