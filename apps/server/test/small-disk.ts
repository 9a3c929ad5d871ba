// Small disks for tests with full ones, where the user may mount them.
import { execFileSync } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** Mounts a small disk until the end of the test, or until `atEnd`. Returns false when the user may not mount. */
export function mount(
  directory: string,
  size: string,
  atEnd: (unmount: () => void) => void = onTestFinished,
): boolean {
  try {
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], {
      stdio: 'ignore',
    })
  } catch {
    return false
  }
  atEnd(() => void execFileSync('/usr/bin/umount', ['-l', directory]))
  return true
}
