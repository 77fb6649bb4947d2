# Installs the program skill-lsp for this user: install.ps1 [-To FOLDER] [-Version VERSION] [-NoPath]
# Needs nothing but Windows. The folder is put on the user's PATH, unless -NoPath is given.
# SKILL_LSP_DOWNLOAD is another place to take the archive and its checksum from, an address or a folder.
param(
  [string]$To = "$env:LOCALAPPDATA\Programs\skill-lsp",
  [string]$Version = "@VERSION@",
  [switch]$NoPath
)
$ErrorActionPreference = "Stop"
$repository = "@REPOSITORY@"
$Version = $Version.TrimStart("v")

# A 32-bit shell on a 64-bit Windows names the real processor in the second variable.
$machine = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
$processor = switch ($machine) {
  "AMD64" { "x86_64" }
  "ARM64" { "aarch64" }
  default { throw "install: there is no program for $machine; with Rust: cargo install skill-lsp" }
}

$name = "skill-lsp-$Version-$processor-pc-windows-msvc"
$from = if ($env:SKILL_LSP_DOWNLOAD) { $env:SKILL_LSP_DOWNLOAD } else { "$repository/releases/download/v$Version" }
$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $work | Out-Null
try {
  foreach ($file in "$name.zip", "SHA256SUMS") {
    if ($from -match "^https?://") { Invoke-WebRequest -UseBasicParsing "$from/$file" -OutFile (Join-Path $work $file) }
    else { Copy-Item (Join-Path $from $file) (Join-Path $work $file) }
  }
  $wanted = Get-Content (Join-Path $work "SHA256SUMS") | ForEach-Object { $sum, $file = $_ -split "\s+\*?", 2; if ($file -eq "$name.zip") { $sum } }
  if (-not $wanted) { throw "install: SHA256SUMS does not name $name.zip" }
  if ((Get-FileHash -Algorithm SHA256 (Join-Path $work "$name.zip")).Hash -ne $wanted) {
    throw "install: $name.zip is not what SHA256SUMS says: nothing was installed"
  }
  Expand-Archive (Join-Path $work "$name.zip") $work
  New-Item -ItemType Directory -Force $To | Out-Null
  $program = Join-Path $To "skill-lsp.exe"
  # A program that runs cannot be replaced, but it can be renamed; what an earlier time left is removed if it can be.
  Get-ChildItem $To -Filter "skill-lsp.exe.old-*" | Remove-Item -ErrorAction SilentlyContinue
  if (Test-Path $program) { Move-Item $program "$program.old-$([Guid]::NewGuid())" }
  Move-Item (Join-Path $work "$name\skill-lsp.exe") $program
  Get-ChildItem $To -Filter "skill-lsp.exe.old-*" | Remove-Item -ErrorAction SilentlyContinue
}
finally { Remove-Item -Recurse -Force $work }

Write-Host "skill-lsp $Version is in $To"
$path = [Environment]::GetEnvironmentVariable("Path", "User")
if (-not $NoPath -and ($path -split ";") -notcontains $To) {
  [Environment]::SetEnvironmentVariable("Path", (@($path, $To) -ne "" -join ";"), "User")
  Write-Host "it is on the PATH of terminals that you open from now on; try: skill-lsp"
}
