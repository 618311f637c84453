// Written by hand: no stable tool prints the signatures of a crate. Names and signatures are facts of Rust, licensed
// under MIT OR Apache-2.0.

use crate::io::Result;
pub struct Command;
impl Command {
    fn new<S>(_: S) -> Command;
    fn arg<S>(&mut self, _: S) -> &mut Command;
    fn args<I>(&mut self, _: I) -> &mut Command;
    fn env<K, V>(&mut self, _: K, _: V) -> &mut Command;
    fn envs<I>(&mut self, _: I) -> &mut Command;
    fn env_remove<K>(&mut self, _: K) -> &mut Command;
    fn env_clear(&mut self) -> &mut Command;
    fn current_dir<P>(&mut self, _: P) -> &mut Command;
    fn stdin<T>(&mut self, _: T) -> &mut Command;
    fn stdout<T>(&mut self, _: T) -> &mut Command;
    fn stderr<T>(&mut self, _: T) -> &mut Command;
    fn spawn(&mut self) -> Result<Child>;
    fn output(&mut self) -> Result<Output>;
    fn status(&mut self) -> Result<ExitStatus>;
}
pub struct Child { pub stdin: Option<ChildStdin>, pub stdout: Option<ChildStdout>, pub stderr: Option<ChildStdout> }
impl Child { fn kill(&mut self) -> Result<()>; fn wait(&mut self) -> Result<ExitStatus>; fn try_wait(&mut self) -> Result<Option<ExitStatus>>; fn wait_with_output(self) -> Result<Output>; fn id(&self) -> u32; }
pub struct ChildStdin;
impl crate::io::Write for ChildStdin {}
pub struct ChildStdout;
impl crate::io::Read for ChildStdout {}
pub type ChildStderr = ChildStdout;
pub struct Output { pub status: ExitStatus, pub stdout: Vec<u8>, pub stderr: Vec<u8> }
pub struct ExitStatus;
impl Clone for ExitStatus {}
impl ExitStatus { fn success(&self) -> bool; fn code(&self) -> Option<i32>; }
pub struct ExitCode;
impl ExitCode { const SUCCESS: ExitCode; const FAILURE: ExitCode; fn from<T>(_: T) -> ExitCode; }
pub struct Stdio;
impl Stdio { fn piped() -> Stdio; fn null() -> Stdio; fn inherit() -> Stdio; fn from<T>(_: T) -> Stdio; }
pub fn exit(_: i32) -> !;
pub fn id() -> u32;
