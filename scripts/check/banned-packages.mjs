// Packages and versions that must never be in the lockfile, not even as development tools: compromised ones, or ones with a
// vulnerability that would affect users of this product.
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

/** Versions below these have a vulnerability that untrusted files or requests can reach. */
const UNSAFE_BELOW = {
  dompurify: '3.4.7',
  h3: '1.15.6',
  hono: '4.12.4',
  mammoth: '1.12.3',
  // 0.18.5 is the last version on npm; the fix is published elsewhere.
  xlsx: '0.18.6',
}

/** Compromised versions; `*` where the whole package was malicious. */
const TAKEN_OVER = {
  '@ctrl/tinycolor': '4.1.1 4.1.2',
  '@duckdb/node-api': '1.3.3',
  '@ledgerhq/connect-kit': '1.1.5 1.1.6 1.1.7',
  '@lottiefiles/lottie-player': '2.0.5 2.0.6 2.0.7',
  '@pkgr/core': '0.2.8',
  '@rspack/cli': '1.1.7',
  '@rspack/core': '1.1.7',
  '@solana/web3.js': '1.95.6 1.95.7',
  'ansi-regex': '6.2.1',
  'ansi-styles': '6.2.2',
  backslash: '0.2.1',
  chalk: '5.6.1',
  'chalk-template': '1.1.1',
  coa: '2.0.3 2.0.4 2.1.1 2.1.3 3.0.1 3.1.3',
  color: '5.0.1',
  'color-convert': '3.1.1',
  'color-name': '2.0.1',
  'color-string': '2.1.1',
  colors: '1.4.1 1.4.2 1.4.44-liberty-2',
  crossenv: '*',
  debug: '4.4.2',
  duckdb: '1.3.3',
  'error-ex': '1.3.3',
  'eslint-config-eslint': '5.0.2',
  'eslint-config-prettier': '8.10.1 9.1.1 10.1.6 10.1.7',
  'eslint-plugin-prettier': '4.2.2 4.2.3',
  'eslint-scope': '3.7.2',
  'event-stream': '3.3.6',
  faker: '6.6.6',
  'flatmap-stream': '*',
  'got-fetch': '5.1.11 5.1.12',
  'has-ansi': '6.0.1',
  is: '3.3.1 5.0.0',
  'is-arrayish': '0.3.3',
  'napi-postinstall': '0.3.1',
  'node-ipc': '9.2.2 10.1.1 10.1.2 11.0.0',
  nx: '20.9.0 20.10.0 20.11.0 20.12.0 21.5.0 21.6.0 21.7.0 21.8.0',
  peacenotwar: '*',
  'proto-tinker-wc': '0.1.87',
  rc: '1.2.9 1.3.9 2.3.9',
  'simple-swizzle': '0.2.3',
  'slice-ansi': '7.1.1',
  'strip-ansi': '7.1.1',
  'supports-color': '10.2.1',
  'supports-hyperlinks': '4.1.1',
  synckit: '0.11.9',
  'ua-parser-js': '0.7.29 0.8.0 1.0.0',
  'wrap-ansi': '9.0.1',
}

const REMEDY = 'Choose another version, then create the lockfile again.'

/** Checks a lockfile; the product's own by default. */
export function bannedPackages({ lockfile = inRoot('package-lock.json') } = {}) {
  const packages = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    // An alias (`npm:other@1`) is at its own path and has the real name in `name`.
    .map(([place, { name, version }]) => ({ name: name ?? place.replace(/^.*node_modules\//, ''), version }))
  const problems = packages.flatMap(({ name, version }) => {
    const why = reasonAgainst(name, version)
    return why ? [`${name} ${version} ${why}. ${REMEDY}`] : []
  })
  return { seen: packages.length, problems: [...new Set(problems)] }
}

function reasonAgainst(name, version) {
  if (Object.hasOwn(UNSAFE_BELOW, name) && isBelow(version, UNSAFE_BELOW[name]))
    return `has a known hole; it is mended in ${UNSAFE_BELOW[name]}`
  const versions = Object.hasOwn(TAKEN_OVER, name) ? TAKEN_OVER[name].split(' ') : []
  return versions.some((one) => one === '*' || one === version)
    ? 'was published with foreign code in it'
    : undefined
}

/** A pre-release is below its release. */
function isBelow(version, limit) {
  const [numbers, preRelease] = version.split(/[-+](.*)/)
  const [own, wanted] = [numbers, limit].map((text) => text.split('.').map(Number))
  const at = wanted.findIndex((number, place) => own[place] !== number)
  return at < 0 ? preRelease !== undefined && version.includes('-') : own[at] < wanted[at]
}
