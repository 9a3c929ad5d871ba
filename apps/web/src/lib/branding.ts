// Loads and applies the branding of the installation (BRAND-1). Loaded only where there is one; its values are remembered for the
// next visit, so that pages do not change while they load.
import { NO_BRANDING, type Branding } from './config.ts'
import { remember } from './preferences.ts'

const FOLDER = '/static/customer-branding/'

/**
 * Loads `branding.json` of a customer and applies its stylesheets. A missing file is only logged, and pages look like the product.
 * Returns undefined without a response: then the remembered branding stays.
 */
export async function loadBranding(customer: string): Promise<Branding | undefined> {
  const path = `${FOLDER}${customer}/branding.json`
  let branding = NO_BRANDING
  if (/^[a-z0-9-]+$/.test(customer))
    try {
      const reply = await fetch(`${path}?random=${Math.random().toString(36).slice(2)}`)
      if (reply.ok) branding = brandingOf(await reply.json(), `${FOLDER}${customer}/`)
      else console.info(`There is no branding: ${path} (${reply.status})`)
    } catch (error) {
      console.info(`The branding was not loaded: ${path}`, error)
      return undefined
    }
  applySheets(branding.sheets)
  remember('branding', branding === NO_BRANDING ? null : JSON.stringify(branding))
  return branding
}

/** Reads the file; ignores values of a wrong type, and paths that leave `/static/` of this server. */
export function brandingOf(file: unknown, folder: string): Branding {
  const { name, signInText, logo, customStylesheet, colourStylesheet } = asRecord(file)
  const { light, dark } = asRecord(logo)
  const path = (value: unknown) => {
    if (typeof value !== 'string' || value === '') return ''
    const { origin, pathname } = new URL(value, new URL(folder, location.origin))
    return origin === location.origin && pathname.startsWith('/static/') ? pathname : ''
  }
  const [ofLight, ofDark] = [path(light), path(dark)]
  return {
    name: asText(name),
    signInText: asText(signInText),
    logo: { light: ofLight || ofDark, dark: ofDark || ofLight },
    sheets: [path(colourStylesheet), path(customStylesheet)].filter(Boolean),
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Takes the installation's stylesheet off the page, except its colours; returns a function that applies it again. */
export function suspendStylesheet(): () => void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-branding]')].filter(
    (link) => !/\/colours-[0-9a-f]{12}\.css$/.test(link.href),
  )
  for (const link of links) link.disabled = true
  return () => {
    for (const link of links) link.disabled = false
  }
}

/** Links stylesheets in the body, so that they are after all of the page. index.html links the remembered ones first. */
function applySheets(paths: readonly string[]): void {
  const old = [...document.querySelectorAll<HTMLLinkElement>('link[data-branding]')]
  if (old.map((link) => link.getAttribute('href')).join() === paths.join()) return
  const links = paths.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
  )
  for (const link of links) link.dataset['branding'] = ''
  document.body.append(...links)
  for (const link of old) link.remove()
}
