# Filled in by `package.py homebrew`, for a tap.
class Bombe < Formula
  desc "Code intelligence for AI coding agents, over MCP and at a terminal"
  homepage "https://github.com/@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/bombe-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/bombe-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/bombe-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/bombe-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "bombe", "bombe-build", "bombe-serve"
  end

  test do
    (testpath/"a.py").write("def f(): pass\n")
    system bin/"bombe", "build", "-q"
    assert_match "a.py:1", shell_output("#{bin}/bombe search f")
  end
end
