//! Takes from a process that probes a library what no game needs: the network, other processes, and files outside of
//! its own folder.
//!
//! Reading is not restricted: a library needs others that the system has, and it cannot pass on what it reads. On
//! Linux, Landlock restricts writing, and a seccomp filter the rest; on other systems nothing is restricted. A
//! restricted call fails with an error.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// The restrictions of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confined {
    /// No file can be made, changed or removed, except in the folder that was given.
    pub files: bool,
    /// No network, and no connection to other processes.
    pub network: bool,
    /// No process can be started, and no signal sent to another one.
    pub processes: bool,
    /// The features of the system that apply them, for people.
    pub by: Vec<String>,
}

impl Confined {
    /// The operations that could not be restricted, in words that complete "a library that is probed can …".
    pub fn lacking(&self) -> Vec<&'static str> {
        let all = [
            (self.files, "write files"),
            (self.network, "use the network"),
            (self.processes, "start processes that outlive it"),
        ];
        all.into_iter().filter(|(restricted, _)| !restricted).map(|(_, what)| what).collect()
    }
}

/// Restricts this thread, and all that it starts, for good. Files can be written in `folder` only, if one is given.
pub fn confine(folder: Option<&Path>) -> Confined {
    #[cfg(target_os = "linux")]
    return linux::confine(folder);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        Confined::default()
    }
}

/// The restrictions that [`confine`] can apply on this system. It is tried on its own thread.
pub fn confined_here() -> Confined {
    let tried = std::thread::Builder::new().spawn(|| confine(None));
    tried.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
}

#[cfg(target_os = "linux")]
mod linux {
    use super::Confined;
    use landlock::{
        ABI, Access, AccessFs, AccessNet, LandlockStatus, PathBeneath, PathFd, RestrictionStatus, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetStatus, Scope,
    };
    use libc::{ENOSYS, EPERM, c_long};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
        TargetArch, apply_filter,
    };
    use std::collections::BTreeMap;
    use std::path::Path;

    /// The version of Landlock whose restrictions are requested; an older kernel applies those that it knows.
    const LANDLOCK: ABI = ABI::V7;

    pub fn confine(folder: Option<&Path>) -> Confined {
        let mut confined = Confined::default();
        if let Some(abi) = landlock(folder) {
            confined.files = true;
            confined.by.push(format!("Landlock (version {abi})"));
        }
        // The second filter is for calls that have an older form, to which the C library then falls back.
        let filters = [(refused(), EPERM), (Some(unknown()), ENOSYS)];
        let filters = filters.map(|(rules, error)| filter(rules, error));
        // The rules about metadata and about cutting files complete what older versions of Landlock do not cover.
        let filtered = filters.iter().all(|filter| filter.as_ref().is_some_and(|filter| apply_filter(filter).is_ok()));
        if filtered {
            (confined.network, confined.processes) = (true, true);
            confined.by.push("seccomp".to_owned());
        } else {
            // Modes, owners and times of files can be changed under Landlock alone.
            confined.files = false;
        }
        confined
    }

    /// Restricts writing. Returns the kernel's version of Landlock; none: nothing is restricted.
    fn landlock(folder: Option<&Path>) -> Option<i32> {
        let writes = AccessFs::from_write(LANDLOCK);
        let restrict = || -> Result<RestrictionStatus, Box<dyn std::error::Error>> {
            let mut rules = Ruleset::default()
                .handle_access(writes)?
                .handle_access(AccessNet::from_all(LANDLOCK))?
                .scope(Scope::from_all(LANDLOCK))?
                .create()?;
            if let Some(folder) = folder {
                rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, writes))?;
            }
            Ok(rules.restrict_self()?)
        };
        let status = restrict().ok().filter(|status| status.ruleset != RulesetStatus::NotEnforced)?;
        match status.landlock {
            LandlockStatus::Available { effective_abi, .. } => Some(effective_abi as i32),
            _ => None,
        }
    }

    type SeccompRules = BTreeMap<c_long, Vec<SeccompRule>>;

    fn filter(rules: Option<SeccompRules>, error: i32) -> Option<BpfProgram> {
        let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
        let filter = SeccompFilter::new(rules?, SeccompAction::Allow, SeccompAction::Errno(error.unsigned_abs()), arch);
        filter.ok()?.try_into().ok()
    }

    /// A rule that holds when all of these hold: the argument of this number compares so with the value.
    fn when(conditions: &[(u8, SeccompCmpOp, u64)]) -> Option<SeccompRule> {
        let conditions = conditions
            .iter()
            .map(|(argument, operator, value)| {
                SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, operator.clone(), *value)
            })
            .collect::<Result<Vec<_>, _>>();
        SeccompRule::new(conditions.ok()?).ok()
    }

    /// The calls that fail as not permitted.
    fn refused() -> Option<SeccompRules> {
        let mut rules: SeccompRules = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
        #[cfg(target_arch = "x86_64")]
        rules.extend(REFUSED_OLD.iter().map(|call| (*call, Vec::new())));
        let own = u64::from(std::process::id());
        // Threads may be started, processes may not.
        let thread = libc::CLONE_THREAD as u64;
        rules.insert(libc::SYS_clone, vec![when(&[(0, SeccompCmpOp::MaskedEq(thread), 0)])?]);
        // A process may end itself, and change its own limits only.
        let other = || when(&[(0, SeccompCmpOp::Ne, own)]);
        rules.insert(libc::SYS_kill, vec![other()?]);
        rules.insert(libc::SYS_tgkill, vec![other()?]);
        rules.insert(libc::SYS_prlimit64, vec![when(&[(0, SeccompCmpOp::Ne, own), (0, SeccompCmpOp::Ne, 0)])?]);
        // Opening for reading can empty a file, which Landlock restricts from its third version on.
        let flags = (libc::O_ACCMODE | libc::O_TRUNC) as u64;
        let empties = |argument| when(&[(argument, SeccompCmpOp::MaskedEq(flags), libc::O_TRUNC as u64)]);
        rules.insert(libc::SYS_openat, vec![empties(2)?]);
        #[cfg(target_arch = "x86_64")]
        rules.insert(libc::SYS_open, vec![empties(1)?]);
        // Typing into the terminal from which the program was started.
        #[allow(clippy::unnecessary_cast, reason = "another C library has another type for them")]
        let requests = [libc::TIOCSTI as u64, libc::TIOCLINUX as u64];
        let types = requests.map(|request| when(&[(1, SeccompCmpOp::Eq, request)]));
        rules.insert(libc::SYS_ioctl, types.into_iter().collect::<Option<_>>()?);
        Some(rules)
    }

    /// The calls that seem not to exist, because a filter cannot read their arguments.
    fn unknown() -> SeccompRules {
        [libc::SYS_clone3, libc::SYS_openat2].map(|call| (call, Vec::new())).into()
    }

    const REFUSED: &[c_long] = &[
        // The network, and other processes' sockets.
        libc::SYS_socket,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_sendto,
        libc::SYS_sendmsg,
        libc::SYS_sendmmsg,
        libc::SYS_io_uring_setup,
        // Other processes.
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_setsid,
        libc::SYS_setpgid,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_send_signal,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_tkill,
        libc::SYS_shmget,
        libc::SYS_semget,
        libc::SYS_msgget,
        libc::SYS_mq_open,
        libc::SYS_mq_unlink,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        // Operations on files that Landlock does not restrict.
        libc::SYS_truncate,
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        libc::SYS_fchmodat2,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_open_by_handle_at,
        // Operations of administrators, in case one probes a library.
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_fsmount,
        libc::SYS_open_tree,
        libc::SYS_mount_setattr,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_fanotify_init,
    ];

    /// Those that only this architecture has.
    #[cfg(target_arch = "x86_64")]
    const REFUSED_OLD: &[c_long] = &[
        libc::SYS_fork,
        libc::SYS_vfork,
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ];
}
