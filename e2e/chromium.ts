import { accessSync, constants } from 'node:fs'
import path from 'node:path'

// The address bar loads two pages of its own for each context, almost a second of CPU time: two fifths of opening a page.
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
// Chromium obeys only the last flag of this name, so these are also the ones that Playwright turns off on Linux.
const PLAYWRIGHTS = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** The last five flags prevent Chromium from calling hosts of its own; no sandbox, because CI often runs as root. */
export const BROWSER_FLAGS: readonly string[] = [
  // The headless shell then draws text exactly as Chromium does.
  '--font-render-hinting=slight',
  `--disable-features=${[...PLAYWRIGHTS, ...ADDRESS_BAR].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns the installed Chromium: CHROMIUM_PATH, else the first common name found on the PATH, else undefined. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return isExecutable(named) ? named : undefined
  return onPath(names)
}

/** Returns Chromium without windows, which needs a sixth less CPU time and has no viewer of PDF files; else as above. */
export function findHeadlessChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ? findChromium() : (onPath([HEADLESS_SHELL]) ?? findChromium())
}

/** The name of the program, and of Debian's package. */
export const HEADLESS_SHELL = 'chromium-headless-shell'

function onPath(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
