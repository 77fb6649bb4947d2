"""What others need to offer skill-lsp: installers, a Homebrew formula, entries for mason, nvim-lspconfig and Zed."""
import re

from . import download
from .facts import DESCRIPTION, PLATFORMS, REPOSITORY, ROOT, VERSION

# In what is made without an address: nothing can be fetched from it, and everyone sees that it is missing.
MISSING = "REPOSITORY-NOT-SET"


def _filled(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    return text.replace("@VERSION@", VERSION).replace("@REPOSITORY@", REPOSITORY or MISSING)


def make(out, sums):
    """`sums`: the checksum of each archive that is there, by its name. Gives the files that were written."""
    written = []
    for name, text in (
        ("install.sh", _filled("packages/install.sh")),
        ("install.ps1", _filled("packages/install.ps1")),
        ("homebrew/skill-lsp.rb", formula(sums)),
        ("mason/package.yaml", mason()),
        ("nvim-lspconfig/skill_lsp.lua", lspconfig()),
        ("zed/extensions.toml", zed()),
    ):
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    return written


def _address(platform):
    return f"{REPOSITORY or MISSING}/releases/download/v{VERSION}/{download.name_of(platform)}"


def formula(sums):
    """Only the platforms whose archive is there: a formula without a checksum is none."""
    def row(name):
        platform = PLATFORMS[name]
        sum = sums.get(download.name_of(platform))
        return f'      url "{_address(platform)}"\n      sha256 "{sum}"\n' if sum else None

    def system(word, arm, intel):
        rows = [(kind, row(name)) for kind, name in (("on_arm", arm), ("on_intel", intel))]
        rows = "".join(f"    {kind} do\n{text}    end\n" for kind, text in rows if text)
        return f"  {word} do\n{rows}  end\n\n" if rows else ""

    description = DESCRIPTION.removeprefix("A ").capitalize()[:80].rsplit(":", 1)[0]
    return f'''class SkillLsp < Formula
  desc "{description}"
  homepage "{REPOSITORY or MISSING}"
  version "{VERSION}"
  license any_of: ["MIT", "Apache-2.0"]

{system("on_macos", "darwin-arm64", "darwin-x64")}{system("on_linux", "linux-arm64", "linux-x64")}  def install
    bin.install "skill-lsp"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/skill-lsp.bash" => "skill-lsp"
    zsh_completion.install "completions/_skill-lsp"
    fish_completion.install "completions/skill-lsp.fish"
  end

  test do
    (testpath/"skills/colon/SKILL.md").write "---\\nname: colon\\ndescription: Use this when: you deploy\\n---\\n\\nDo it.\\n"
    assert_match "yaml-syntax", shell_output("#{{bin}}/skill-lsp check skills", 1)
  end
end
'''


def mason():
    repository = re.sub(r"^https://[^/]+/", "", REPOSITORY) or MISSING
    kinds = {"linux-x64": "linux_x64", "linux-arm64": "linux_arm64", "darwin-x64": "darwin_x64", "darwin-arm64": "darwin_arm64", "win32-x64": "win_x64", "win32-arm64": "win_arm64"}
    version = '{{ version | strip_prefix "v" }}'
    rows = ""
    for name, platform in PLATFORMS.items():
        top = f"skill-lsp-{version}-{platform.target}"
        file = download.name_of(platform).replace(VERSION, version)
        rows += f"    - target: {kinds[name]}\n      file: {file}\n      bin: {top}/{platform.program}\n"
    return (
        f"---\nname: skill-lsp\ndescription: {DESCRIPTION!r}\nhomepage: {REPOSITORY or MISSING}\nlicenses:\n  - MIT\n  - Apache-2.0\n"
        f"languages:\n  - Markdown\n  - JSON\ncategories:\n  - LSP\n  - Linter\n\nsource:\n  id: pkg:github/{repository}@v{VERSION}\n  asset:\n{rows}"
        '\nbin:\n  skill-lsp: "{{source.asset.bin}}"\n\nneovim:\n  lspconfig: skill_lsp\n'
    )


def lspconfig():
    return f'''---@brief
---
--- {REPOSITORY or MISSING}
---
--- {DESCRIPTION}.
---
--- The server decides by the name of a file: it is silent in Markdown and JSON that have nothing to do with skills.

---@type vim.lsp.Config
return {{
  cmd = {{ 'skill-lsp', 'serve' }},
  filetypes = {{ 'markdown', 'json', 'jsonc' }},
  root_markers = {{ 'skill-lsp.toml', '.skill-lsp.toml', '.git' }},
}}
'''


def zed():
    return f'[skill-lsp]\nsubmodule = "extensions/skill-lsp"\npath = "editors/zed"\nversion = "{VERSION}"\n'
