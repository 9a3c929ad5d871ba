import { existsSync } from 'node:fs'
import { runQuietly } from '../child.mjs'

/** Whether this machine lets us install packages: Debian or a relative of it, and we are root. */
export const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages without asking anything; resolves with whether that worked. */
export async function install(...packages) {
  process.stdout.write(`Installing ${packages.join(', ')} (apt-get)…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const attempt = () =>
    runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env })
  if ((await attempt()).code === 0) return true
  // The lists of a fresh image are empty or old.
  await runQuietly('apt-get', ['update'], { env })
  const { code, output } = await attempt()
  if (code !== 0) process.stdout.write(output)
  return code === 0
}
