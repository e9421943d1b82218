/**
 * What cmdlets do, by class. `quiet` touches no files that count; `reads`, `writes` and `removes` act on their paths; `defines`
 * gives a name a meaning; `open` may run anything.
 */
export const CMDLET_CLASSES = `
quiet: Compare-Object ConvertFrom-Csv ConvertFrom-Json ConvertFrom-Markdown ConvertFrom-SddlString ConvertFrom-StringData
  ConvertTo-Csv ConvertTo-Html ConvertTo-Json ConvertTo-Xml ConvertTo-SecureString ConvertFrom-SecureString ForEach-Object
  Where-Object Format-Custom Format-List Format-Table Format-Wide Group-Object Join-Path Join-String Measure-Command
  Measure-Object New-Guid New-TimeSpan Out-Default Out-Host Out-Null Out-String Pop-Location Push-Location Read-Host
  Receive-Job Remove-Variable Remove-Job Clear-Variable Clear-Host Remove-Event Resolve-Path Convert-Path Select-Object
  Set-Location Set-StrictMode Sort-Object Split-Path Start-Sleep Test-Path Test-Connection Test-Json Wait-Job Wait-Process
  Write-Debug Write-Error Write-Host Write-Information Write-Output Write-Progress Write-Verbose Write-Warning
  Export-ModuleMember New-Object Get-ChildItem Set-Variable New-Variable Stop-Job Start-Job Invoke-Command Get-Unique
  Get-Random Show-Markdown Trace-Command Stop-Transcript Get-Item Get-ItemProperty Get-ItemPropertyValue Unblock-File
  Start-ThreadJob Select-Xml Wait-Event Test-NetConnection
reads: Get-Content Get-FileHash Select-String Import-Csv Import-Clixml Import-PowerShellDataFile Format-Hex Get-Acl
writes: Set-Content Add-Content Out-File Tee-Object New-Item Export-Csv Export-Clixml Export-Alias Start-Transcript
  Clear-Content Set-Item Set-ItemProperty New-ItemProperty Copy-ItemProperty Rename-ItemProperty Clear-ItemProperty Clear-Item
copies: Copy-Item
moves: Move-Item Rename-Item Move-ItemProperty
removes: Remove-Item Remove-ItemProperty
text: Invoke-Expression
defines: Set-Alias New-Alias
open: Add-Type Add-Member Import-Alias Import-Module Invoke-History Invoke-Item Start-Process New-Module Update-TypeData
  Update-FormatData Register-ObjectEvent Register-EngineEvent Register-ArgumentCompleter Set-PSBreakpoint Enter-PSSession
  Import-PSSession New-Service Set-Service Enable-RunspaceDebug Clear-RecycleBin Invoke-WmiMethod Invoke-CimMethod
  New-CimInstance Set-CimInstance New-PSDrive Add-History Format-Volume
fetches: Invoke-WebRequest Invoke-RestMethod Save-Help Update-Help
`;

/** Verbs with which unlisted cmdlets only read. */
export const LOOKING_VERBS: ReadonlySet<string> = new Set(
  'get select where sort measure group format test compare convertto convertfrom find search resolve show'.split(
    ' ',
  ),
);

/** Windows programs and shells that run or remove whatever they are told to. */
export const OPEN_PROGRAMS: ReadonlySet<string> = new Set(
  `mshta rundll32 forfiles wscript cscript regsvr32 wmic schtasks at msbuild installutil certutil bitsadmin wsl robocopy reg
  regedit diskpart cipher sdelete takeown icacls fsutil vssadmin wbadmin bcdedit msiexec pcalua control explorer sc runas psexec
  format rm rmdir unlink shred find xargs env sudo doas nohup busybox perl ruby python python2 python3 py node deno bun php lua
  docker podman bash sh zsh dash ksh fish dotnet npx ssh start hh odbcconf csi fsi make`.split(/\s+/u),
);
