; The installer for Windows, for one user and without the rights of an administrator. `packaging/package windows` gives
; VERSION, NUMBERS (the version as four numbers), FILES (the folder to install), LIST (the macro that deletes its files),
; ICON and OUT.
Unicode true
Target amd64-unicode
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

Name "Stonehouse"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Stonehouse"
InstallDirRegKey HKCU "Software\Stonehouse" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
ManifestDPIAware true

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\stonehouse-window.exe"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Stonehouse"
; A name that no other program gives to its own.
!define UNINSTALLER "uninstall-stonehouse.exe"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString Running ${LANG_ENGLISH} "Stonehouse is still running. Close it, and try again."
LangString Running ${LANG_GERMAN} "Stonehouse läuft noch. Bitte schließen und dann erneut versuchen."

VIProductVersion "${NUMBERS}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "ProductName" "Stonehouse"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileDescription" "Stonehouse installer"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "LegalCopyright" "The Stonehouse authors"

; Opens files of EXTENSION with Stonehouse.
!macro Open EXTENSION CLASS TITLE
    WriteRegStr HKCU "Software\Classes\${EXTENSION}" "" "${CLASS}"
    WriteRegStr HKCU "Software\Classes\${CLASS}" "" "${TITLE}"
    WriteRegStr HKCU "Software\Classes\${CLASS}\DefaultIcon" "" "$INSTDIR\stonehouse-window.exe,0"
    WriteRegStr HKCU "Software\Classes\${CLASS}\shell\open\command" "" '"$INSTDIR\stonehouse-window.exe" "%1"'
!macroend

; Asks to close PROGRAM while it is running, when its file can be neither replaced nor deleted, and ends without a change
; if it stays open. Nobody is asked in a silent run.
!macro EndWhileRunning PROGRAM
    ${DoWhile} ${FileExists} "$INSTDIR\${PROGRAM}"
        ClearErrors
        FileOpen $0 "$INSTDIR\${PROGRAM}" a
        ${IfNot} ${Errors}
            FileClose $0
            ${ExitDo}
        ${EndIf}
        ${If} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" /SD IDCANCEL IDCANCEL`
            SetErrorLevel 2
            Quit
        ${EndIf}
    ${Loop}
!macroend

; Deletes what this version has installed, file by file: players may have put files of their own beside them.
!include "${LIST}"

Section
    !insertmacro EndWhileRunning "stonehouse.exe"
    !insertmacro EndWhileRunning "stonehouse-window.exe"
    ; The version that is installed removes its own files, also from another folder: this one may lack some of them, and
    ; there is one Stonehouse in the menu, in Apps and for files. No other uninstaller is run: the new folder may be one of
    ; anything. It cannot delete itself while it runs, and changes nothing while its program does.
    ReadRegStr $0 HKCU "Software\Stonehouse" "Folder"
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\${UNINSTALLER}"
        ExecWait '"$0\${UNINSTALLER}" /S _?=$0' $1
        ${If} $1 != 0
            MessageBox MB_OK|MB_ICONEXCLAMATION "$(Running)" /SD IDOK
            SetErrorLevel 2
            Quit
        ${EndIf}
        Delete "$0\${UNINSTALLER}"
        ; Only if it is empty.
        RMDir "$0"
    ${EndIf}
    SetOutPath "$INSTDIR"
    File /r "${FILES}/*"
    WriteUninstaller "$INSTDIR\${UNINSTALLER}"
    CreateShortcut "$SMPROGRAMS\Stonehouse.lnk" "$INSTDIR\stonehouse-window.exe"
    ; A terminal that finds the program, so that nobody's PATH needs to be changed.
    CreateShortcut "$SMPROGRAMS\Stonehouse Command Line.lnk" "$SYSDIR\cmd.exe" '/K "set PATH=$INSTDIR;%PATH%"' "$INSTDIR\stonehouse-window.exe"
    !insertmacro Open ".stonehouse" "Stonehouse.Pack" "Stonehouse pack"
    !insertmacro Open ".stonehouse-record" "Stonehouse.Record" "Stonehouse record"
    WriteRegStr HKCU "Software\Stonehouse" "Folder" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Stonehouse"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\stonehouse-window.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Stonehouse authors"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\${UNINSTALLER}" /S'
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
SectionEnd

Section Uninstall
    !insertmacro EndWhileRunning "stonehouse.exe"
    !insertmacro EndWhileRunning "stonehouse-window.exe"
    !insertmacro RemoveFiles
    Delete "$INSTDIR\${UNINSTALLER}"
    ; Only if it is empty.
    RMDir "$INSTDIR"
    ; The menu, Apps and the types of files are those of the folder that was installed last, which can be another.
    ReadRegStr $0 HKCU "Software\Stonehouse" "Folder"
    ${If} $0 == $INSTDIR
        Delete "$SMPROGRAMS\Stonehouse.lnk"
        Delete "$SMPROGRAMS\Stonehouse Command Line.lnk"
        DeleteRegKey HKCU "Software\Classes\Stonehouse.Pack"
        DeleteRegKey HKCU "Software\Classes\Stonehouse.Record"
        DeleteRegKey HKCU "Software\Classes\.stonehouse"
        DeleteRegKey HKCU "Software\Classes\.stonehouse-record"
        DeleteRegKey HKCU "Software\Stonehouse"
        DeleteRegKey HKCU "${UNINSTALL}"
    ${EndIf}
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
SectionEnd
