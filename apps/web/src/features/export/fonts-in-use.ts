// Pictures are rendered without network access, so the loaded fonts are embedded.

/** Returns the `@font-face` rules of the loaded fonts, each with its file as a data URL. */
export async function fontsInUse(): Promise<string> {
  const loaded = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(keyOf))
  const rules = [...document.styleSheets].flatMap((sheet) =>
    faceRules(sheet).filter(({ key }) => loaded.has(key)),
  )
  return (await Promise.all(rules.map(embedded))).join('\n')
}

const keyOf = ({ family, style, unicodeRange }: { family: string; style: string; unicodeRange: string }) =>
  [family.replaceAll(/["']/g, ''), style || 'normal', unicodeRange.replaceAll(/\s/g, '').toLowerCase()].join(
    '|',
  )

interface Face {
  key: string
  rule: CSSFontFaceRule
  address: string
}

function faceRules(sheet: CSSStyleSheet): Face[] {
  const base = sheet.href ?? location.href
  return rulesOf(sheet).flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return []
    const found = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1]
    const address = found && URL.parse(found, base)?.href
    if (!address) return []
    const value = (name: string) => rule.style.getPropertyValue(name)
    const key = keyOf({
      family: value('font-family'),
      style: value('font-style'),
      unicodeRange: value('unicode-range'),
    })
    return { key, rule, address }
  })
}

/** Returns the rules of a sheet, including those in layers and conditions; none if the sheet is not readable. */
function rulesOf(holder: CSSStyleSheet | CSSGroupingRule): CSSRule[] {
  try {
    return [...holder.cssRules].flatMap((rule) => (rule instanceof CSSGroupingRule ? rulesOf(rule) : rule))
  } catch {
    return []
  }
}

async function embedded({ rule, address }: Face): Promise<string> {
  const file = await (await fetch(address)).blob()
  const data = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('A font could not be read')))
    reader.readAsDataURL(file)
  })
  const value = (name: string) => rule.style.getPropertyValue(name)
  return `@font-face{font-family:${value('font-family')};font-style:${value('font-style') || 'normal'};font-weight:${value('font-weight') || 'normal'};src:url(${data})}`
}
