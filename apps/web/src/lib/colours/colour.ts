// Converts colours between OKLCH (Björn Ottosson's Oklab in polar form) and sRGB hex; computes WCAG 2.2 contrast.

/** Lightness 0–1, chroma 0–0.4, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Three = [number, number, number]

/** Returns whether a text is a hex colour: `#` and six hexadecimal digits. */
export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Converts a hex colour to OKLCH. */
export function oklchOf(hex: string): Oklch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const h = (Math.atan2(bb, a) * 180) / Math.PI
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (h + 360) % 360,
  }
}

/** Converts OKLCH to hex; outside the sRGB gamut it reduces chroma and keeps lightness and hue. */
export function hexOf({ l, c, h }: Oklch): string {
  let chroma = c
  while (chroma > 0.0001 && !fits(rgbOf({ l, c: chroma, h }))) chroma *= 0.97
  return write(rgbOf({ l, c: chroma, h }))
}

/** Returns the contrast of two hex colours, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

/** Returns the lowest contrast of a colour over several backgrounds. */
export const lowestContrast = (front: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => contrast(front, ground)))

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linearOf(hex: string): Three {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Three
}

function rgbOf({ l, c, h }: Oklch): Three {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear: Three = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  return linear.map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)) as Three
}

const fits = (rgb: Three) => rgb.every((part) => part >= 0 && part <= 1)

const write = (rgb: Three) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
