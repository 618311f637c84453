"""Checks out a public repository at a commit: from a local mirror if there is one, else from the network."""
import os
import subprocess
import sys


def git(*arguments, cwd=None):
    """Runs git; returns its output."""
    done = subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def mirror_of(mirrors, repo):
    """Returns a local clone of `owner/name` below the folder `mirrors`, or None."""
    owner, name = repo.split("/")[-2:]
    for candidate in (f"{owner}+{name}/repo", f"{owner}+{name}", f"{owner}/{name}", name, f"{name}.git"):
        path = os.path.join(mirrors, candidate)
        if mirrors and (os.path.exists(os.path.join(path, "HEAD")) or os.path.exists(os.path.join(path, ".git"))):
            return path
    return None


def checkout(repo, commit, corpora, mirrors=""):
    """Makes `corpora/<name>` a checkout of `commit` (None: the newest) of `repo` (an address or `owner/name`); returns its path."""
    repo = repo.removesuffix(".git").rstrip("/")
    path = os.path.join(corpora, repo.split("/")[-1])
    fresh = not os.path.isdir(os.path.join(path, ".git"))
    if fresh:
        os.makedirs(corpora, exist_ok=True)
        source = mirror_of(mirrors, repo)
        if source:
            git("clone", "--quiet", "--shared", "--no-checkout", source, path)
        else:
            address = repo if "://" in repo else f"https://github.com/{repo}"
            git("clone", "--quiet", "--filter=blob:none", "--no-checkout", address, path)
    # A clone without a checkout has an empty index, which looks clean.
    if not fresh and commit and git("rev-parse", "-q", "--verify", "HEAD", cwd=path) == commit and git("ls-files", "--deleted", cwd=path) == "":
        return path
    switch(path, commit or git("rev-parse", "HEAD", cwd=path))
    return path


def switch(tree, commit):
    """Checks a commit out in a tree."""
    try:
        git("checkout", "--quiet", "--force", commit, cwd=tree)
    except subprocess.CalledProcessError as failure:
        # A mirror may leave out its largest objects: everything else is there, and what is not is named.
        if git("rev-parse", "-q", "--verify", "HEAD", cwd=tree) != commit:
            raise SystemExit(f"{tree}: {failure.stderr.strip()}") from failure
        print(f"{tree}: the mirror lacks {git('ls-files', '--deleted', cwd=tree)}", file=sys.stderr)
