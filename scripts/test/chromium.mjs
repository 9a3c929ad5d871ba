import { findChromium, findHeadlessChromium, HEADLESS_SHELL } from '../../e2e/chromium.ts'
import { canInstall, install } from './apt.mjs'
import { cannotRun } from './expected.mjs'

const PACKAGES = ['chromium', 'fonts-noto-core', 'fonts-liberation']

/** Makes sure that there is a Chromium; installs it, its headless shell and fonts for our languages where possible. */
export async function ensureChromium() {
  if (findChromium() && (process.env.CHROMIUM_PATH || findHeadlessChromium() !== findChromium())) return
  // In one call, because both programs must have the same version. Not every distribution has the shell.
  if (canInstall && !(await install(HEADLESS_SHELL, ...PACKAGES)) && !findChromium())
    await install(...PACKAGES)
  if (findChromium()) return
  throw cannotRun(
    `The browser tests need Chromium: install it (Debian: apt-get install ${PACKAGES.join(' ')}) or name one in CHROMIUM_PATH.`,
  )
}
