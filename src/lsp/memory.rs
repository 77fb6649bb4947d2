//! What the server needed for a moment and needs no more goes back to the system: it stays in memory all day.

/// Gives back what is free. It takes a few milliseconds, so it is for when nobody waits.
pub(crate) fn give_back() {
    // The allocator of glibc keeps what each thread has freed, which after all skills were looked at is a third of
    // everything. Others give back by themselves.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::malloc_trim(0);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a foreign function; its manual allows any number, from any thread, at any time")]
mod glibc {
    unsafe extern "C" {
        pub(super) safe fn malloc_trim(room: usize) -> i32;
    }
}
