import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'

/** Browsers and installed apps draw their own bars in the colour of the theme shown, which need not be the system's. */
export function useThemeColor(): void {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    // A theme just chosen reaches the root in an effect of Mantine's.
    const frame = requestAnimationFrame(() => {
      const colour = getComputedStyle(document.documentElement).getPropertyValue('--pl-bg-canvas').trim()
      for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
        meta.content = colour
    })
    return () => cancelAnimationFrame(frame)
  }, [scheme])
}
