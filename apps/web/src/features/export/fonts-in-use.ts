// A picture is drawn without a network, so the fonts that the page has loaded go into it.

/** The `@font-face` rules of the fonts that are loaded, each with its file as a data address. */
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

/** The rules of a sheet, those inside layers and conditions too; none of a sheet that may not be read. */
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
