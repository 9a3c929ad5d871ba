import { existsSync } from 'node:fs'
import { runQuietly } from '../child.mjs'

/** Whether packages can be installed here: Debian or a derivative, running as root. */
export const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages without prompts; resolves with whether that worked. */
export async function install(...packages) {
  process.stdout.write(`Installing ${packages.join(', ')} (apt-get)…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const attempt = () =>
    runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env })
  if ((await attempt()).code === 0) return true
  // The package lists of a fresh image are empty or outdated.
  await runQuietly('apt-get', ['update'], { env })
  const { code, output } = await attempt()
  if (code !== 0) process.stdout.write(output)
  return code === 0
}
