/** Cmdlets and their parameters: `=` gives an alias, `!` marks a switch, `:` gives the position. */
export const PARAMETERS = `
Add-Content Value:1 PassThru! Path:0 LiteralPath=PSPath=LP Filter Include Exclude Force! Credential NoNewline! Encoding AsByteStream!
Clear-Content Path:0 LiteralPath=PSPath=LP Filter Include Exclude Force! Credential
Clear-Item Path:0 LiteralPath=PSPath=LP Force! Filter Include Exclude Credential
Clear-ItemProperty Path:0 LiteralPath=PSPath=LP Name:1 PassThru! Force! Filter Include Exclude Credential
Convert-Path Path:0 LiteralPath=PSPath=LP
Copy-Item Path:0 LiteralPath=PSPath=LP Destination:1 Container! Force! Filter Include Exclude Recurse! PassThru! Credential FromSession ToSession
Copy-ItemProperty Path:0 LiteralPath=PSPath=LP Name=PSProperty:2 Destination:1 PassThru! Force! Filter Include Exclude Credential
Export-Alias Path:0 LiteralPath=PSPath=LP Name:1 PassThru! As Append! Force! NoClobber=NoOverwrite! Description Scope
Export-Clixml Depth Path:0 LiteralPath=PSPath=LP InputObject Force! NoClobber=NoOverwrite! Encoding
Export-Csv InputObject Path:0 LiteralPath=PSPath=LP Force! NoClobber=NoOverwrite! Encoding Append! Delimiter:1 UseCulture! IncludeTypeInformation=ITI! NoTypeInformation=NTI! QuoteFields=QF UseQuotes=UQ
ForEach-Object InputObject Begin Process:0 End RemainingScripts MemberName:0 ArgumentList=Args Parallel ThrottleLimit TimeoutSeconds AsJob!
Format-Hex Path:0 LiteralPath=PSPath=LP InputObject Encoding Count Offset Raw!
Get-ChildItem Path:0 LiteralPath=PSPath=LP Filter:1 Include Exclude Recurse=s! Depth Force! Name! Attributes FollowSymlink! ReadOnly=ar! Directory=ad=d! System=as! File=af! Hidden=ah=h!
Get-Content ReadCount TotalCount=First=Head Tail=Last Path:0 LiteralPath=PSPath=LP Filter Include Exclude Force! Credential AsByteStream! Delimiter Encoding Raw! Wait!
Get-FileHash Path:0 LiteralPath=PSPath=LP:0 InputStream:0 Algorithm:1
Get-Item Path:0 LiteralPath=PSPath=LP Filter Include Exclude Force! Credential
Get-ItemProperty Path:0 LiteralPath=PSPath=LP Name=PSProperty:1 Filter Include Exclude Credential
Get-ItemPropertyValue Path:0 LiteralPath=PSPath=LP Name=PSProperty:1 Filter Include Exclude Credential
Get-Variable Name:0 ValueOnly! Include Exclude Scope
Group-Object NoElement! AsHashTable=AHT! AsString! InputObject Property:0 Culture CaseSensitive!
Import-Clixml Path:0 LiteralPath=PSPath=LP First Skip IncludeTotalCount
Import-Csv Delimiter:1 Path:0 LiteralPath=PSPath=LP UseCulture! Header Encoding
Import-PowerShellDataFile Path:0 LiteralPath=PSPath=LP:0
Invoke-Command Session:0 ComputerName=Cn:0 Credential Port UseSSL! ConfigurationName ApplicationName ThrottleLimit ConnectionUri=URI=CU:0 AsJob! InDisconnectedSession=Disconnected! SessionName HideComputerName=HCN! JobName ScriptBlock=Command:0 NoNewScope! FilePath=PSPath:1 AllowRedirection! SessionOption Authentication EnableNetworkAccess! RunAsAdministrator! HostName UserName KeyFilePath=IdentityFilePath SSHTransport! SSHConnection RemoteDebug! InputObject ArgumentList=Args VMId=VMGuid:0 VMName ContainerId CertificateThumbprint Subsystem
Invoke-Expression Command:0
Invoke-Item Path:0 LiteralPath=PSPath=LP Filter Include Exclude Credential
Invoke-RestMethod Method CustomMethod=CM FollowRelLink=FL! MaximumFollowRelLink=ML ResponseHeadersVariable=RHV StatusCodeVariable UseBasicParsing! Uri:0 WebSession SessionVariable=SV AllowUnencryptedAuthentication! Authentication Credential UseDefaultCredentials! CertificateThumbprint Certificate SkipCertificateCheck! SslProtocol Token UserAgent DisableKeepAlive! TimeoutSec Headers MaximumRedirection MaximumRetryCount RetryIntervalSec NoProxy! Proxy ProxyCredential ProxyUseDefaultCredentials! Body Form ContentType TransferEncoding InFile OutFile PassThru! Resume! SkipHttpErrorCheck! PreserveAuthorizationOnRedirect! SkipHeaderValidation!
Invoke-WebRequest UseBasicParsing! Uri:0 WebSession SessionVariable=SV AllowUnencryptedAuthentication! Authentication Credential UseDefaultCredentials! CertificateThumbprint Certificate SkipCertificateCheck! SslProtocol Token UserAgent DisableKeepAlive! TimeoutSec Headers MaximumRedirection MaximumRetryCount RetryIntervalSec Method CustomMethod=CM NoProxy! Proxy ProxyCredential ProxyUseDefaultCredentials! Body Form ContentType TransferEncoding InFile OutFile PassThru! Resume! SkipHttpErrorCheck! PreserveAuthorizationOnRedirect! SkipHeaderValidation!
Measure-Object InputObject Property:0 StandardDeviation! Sum! AllStats! Average! Maximum! Minimum! Line! Word! Character! IgnoreWhiteSpace!
Move-Item Path:0 LiteralPath=PSPath=LP Destination:1 Force! Filter Include Exclude PassThru! Credential
Move-ItemProperty Path:0 LiteralPath=PSPath=LP Name=PSProperty:2 Destination:1 PassThru! Force! Filter Include Exclude Credential
New-Alias Name:0 Value:1 Description Option PassThru! Scope Force!
New-Item Path:0 Name ItemType=Type Value=Target Force! Credential
New-ItemProperty Path:0 LiteralPath=PSPath=LP Name=PSProperty:1 PropertyType=Type Value Force! Filter Include Exclude Credential
New-Object TypeName:0 ComObject:0 ArgumentList=Args:1 Strict! Property
New-Variable Name:0 Value:1 Description Option Visibility Force! PassThru! Scope
Out-File FilePath=Path:0 LiteralPath=PSPath=LP Encoding:1 Append! Force! NoClobber=NoOverwrite! Width NoNewline! InputObject
Push-Location Path:0 LiteralPath=PSPath=LP PassThru! StackName
Remove-Item Path:0 LiteralPath=PSPath=LP Filter Include Exclude Recurse! Force! Credential
Remove-ItemProperty Path:0 LiteralPath=PSPath=LP Name=PSProperty:1 Force! Filter Include Exclude Credential
Rename-Item Path:0 LiteralPath=PSPath=LP NewName:1 Force! PassThru! Credential
Rename-ItemProperty Path:0 LiteralPath=PSPath=LP Name=PSProperty:1 NewName:2 PassThru! Force! Filter Include Exclude Credential
Resolve-Path Path:0 LiteralPath=PSPath=LP Relative! Credential
Select-Object InputObject Property:0 ExcludeProperty ExpandProperty Unique! Last First Skip SkipLast Wait! Index SkipIndex
Select-String Culture InputObject Pattern:0 Path:1 LiteralPath=PSPath=LP Raw! SimpleMatch! CaseSensitive! Quiet! List! NoEmphasis! Include Exclude NotMatch! AllMatches! Encoding Context
Select-Xml Path:1 LiteralPath=PSPath=LP Xml=Node:1 Content XPath:0 Namespace
Set-Alias Name:0 Value:1 Description Option PassThru! Scope Force!
Set-Content Value:1 PassThru! Path:0 LiteralPath=PSPath=LP Filter Include Exclude Force! Credential NoNewline! Encoding AsByteStream!
Set-Item Path:0 LiteralPath=PSPath=LP Value:1 Force! PassThru! Filter Include Exclude Credential
Set-ItemProperty Path:0 LiteralPath=PSPath=LP Name=PSProperty:1 Value:2 InputObject PassThru! Force! Filter Include Exclude Credential
Set-Location Path:0 LiteralPath=PSPath=LP PassThru! StackName
Set-Variable Name:0 Value:1 Include Exclude Description Option Force! Visibility PassThru! Scope
Sort-Object Stable! Descending! Unique! Top Bottom InputObject Property:0 Culture CaseSensitive!
Start-Process FilePath=PSPath=Path:0 ArgumentList=Args:1 Credential=RunAs WorkingDirectory LoadUserProfile=Lup! NoNewWindow=nnw! PassThru! RedirectStandardError=RSE RedirectStandardInput=RSI RedirectStandardOutput=RSO Verb WindowStyle Wait! UseNewEnvironment!
Start-Transcript Path:0 LiteralPath=PSPath=LP:0 OutputDirectory:0 Append! Force! NoClobber=NoOverwrite! IncludeInvocationHeader! UseMinimalHeader!
Tee-Object InputObject FilePath=Path:0 LiteralPath=PSPath=LP Append! Variable
Test-Path Path:0 LiteralPath=PSPath=LP Filter Include Exclude PathType=Type IsValid! Credential NewerThan OlderThan
Unblock-File Path:0 LiteralPath=PSPath=LP
Where-Object InputObject FilterScript:0 Property:0 Value:1 EQ=IEQ! CEQ! NE=INE! CNE! GT=IGT! CGT! LT=ILT! CLT! GE=IGE! CGE! LE=ILE! CLE! Like=ILike! CLike! NotLike=INotLike! CNotLike! Match=IMatch! CMatch! NotMatch=INotMatch! CNotMatch! Contains=IContains! CContains! NotContains=INotContains! CNotContains! In=IIn! CIn! NotIn=INotIn! CNotIn! Is! IsNot! Not!
`;
