// Maps Mantine to the design tokens: Mantine provides behaviour, the tokens the look.
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const token = (name: string) => `var(--pl-${name})`
const shades = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => token(`purple-${step}`))
const px = (pixels: number) => `${pixels / 16}rem`

export const theme = createTheme({
  fontFamily: token('font'),
  fontFamilyMonospace: token('mono'),
  headings: { fontFamily: token('font'), fontWeight: '600' },
  fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(20) },
  lineHeights: { xs: '1.3333', sm: '1.5385', md: '1.4286', lg: '1.625', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: token('r-control'), md: token('r-card'), lg: token('r-box'), xl: '16px' },
  defaultRadius: 'sm',
  colors: { primary: shades as unknown as MantineColorsTuple },
  primaryColor: 'primary',
  primaryShade: 6,
  autoContrast: false,
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  white: token('bg'),
  black: token('text'),
})

export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': token('bg'),
    '--mantine-color-text': token('text'),
    '--mantine-color-dimmed': token('text-3'),
    '--mantine-color-placeholder': token('text-3'),
    '--mantine-color-default-border': token('line-strong'),
    '--mantine-color-error': token('bad'),
    '--mantine-color-anchor': token('accent-text'),
    '--mantine-primary-color-filled': token('fill'),
    '--mantine-primary-color-filled-hover': token('fill-hover'),
  }
  return { variables: {}, light: both, dark: both }
}
