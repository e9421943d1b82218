/** Cmdlets and their aliases, including those of Windows PowerShell 5.1. */
export const ALIASES = `
A asnp
Add-Content ac
Clear-Content clc
Clear-History clhy
Clear-Host clear cls
Clear-Item cli
Clear-ItemProperty clp
Clear-Variable clv
Compare-Object compare diff
Connect-PSSession cnsn
Convert-Path cvpa
Copy-Item copy cp cpi
Copy-ItemProperty cpp
Disable-PSBreakpoint dbp
Disconnect-PSSession dnsn
Enable-PSBreakpoint ebp
Enter-PSSession etsn
Exit-PSSession exsn
Export-Alias epal
Export-Csv epcsv
Export-PSSession epsn
ForEach-Object % foreach
Format-Custom fc
Format-Hex fhx
Format-List fl
Format-Table ft
Format-Wide fw
G gsnp
Get-Alias gal
Get-ChildItem dir gci ls
Get-Clipboard gcb
Get-Command gcm
Get-Content cat gc type
Get-Error gerr
Get-History ghy h history
Get-Item gi
Get-ItemProperty gp
Get-ItemPropertyValue gpv
Get-Job gjb
Get-Location gl pwd
Get-Member gm
Get-Module gmo
Get-PSBreakpoint gbp
Get-PSCallStack gcs
Get-PSDrive gdr
Get-PSSession gsn
Get-Process gps ps
Get-Service gsv
Get-Unique gu
Get-Variable gv
Get-WmiObject gwmi
Group-Object group
I curl wget
Import-Alias ipal
Import-Csv ipcsv
Import-Module ipmo
Import-PSSession ipsn
Invoke-Command icm
Invoke-Expression iex
Invoke-History ihy r
Invoke-Item ii
Invoke-RestMethod irm
Invoke-WMIMethod iwmi
Invoke-WebRequest iwr
Measure-Object measure
Move-Item mi move mv
Move-ItemProperty mp
New-Alias nal
New-Item ni
New-Module nmo
New-PSDrive mount ndr
New-PSSession nsn
New-PSSessionConfigurationFile npssc
New-Variable nv
O lp
Out-GridView ogv
Out-Host oh
Pop-Location popd
Push-Location pushd
R rsnp
Receive-Job rcjb
Receive-PSSession rcsn
Remove-Alias ral
Remove-Item del erase rd ri rm rmdir
Remove-ItemProperty rp
Remove-Job rjb
Remove-Module rmo
Remove-PSBreakpoint rbp
Remove-PSDrive rdr
Remove-PSSession rsn
Remove-Variable rv
Remove-WMIObject rwmi
Rename-Item ren rni
Rename-ItemProperty rnp
Resolve-Path rvpa
Resume-Job rujb
Select-Object select
Select-String sls
Set-Alias sal
Set-Clipboard scb
Set-Content sc
Set-Item si
Set-ItemProperty sp
Set-Location cd chdir sl
Set-PSBreakpoint sbp
Set-Variable set sv
Set-WMIInstance swmi
Show-Command shcm
Sort-Object sort
Start-Job sajb
Start-Process saps start
Start-Service sasv
Start-Sleep sleep
Stop-Job spjb
Stop-Process kill spps
Stop-Service spsv
Suspend-Job sujb
Tee-Object tee
Trace-Command trcm
Wait-Job wjb
Where-Object ? where
Write-Output echo write
help man
mkdir md
powershell_ise.exe ise
`;
