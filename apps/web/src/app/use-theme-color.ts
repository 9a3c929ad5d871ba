import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'

/** Sets the colour of the browser's or installed app's bars to the shown theme, which can differ from the system's. */
export function useThemeColor(): void {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    // Mantine applies a new theme to the root in an effect of its own.
    const frame = requestAnimationFrame(() => {
      const colour = getComputedStyle(document.documentElement).getPropertyValue('--pl-bg-canvas').trim()
      for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
        meta.content = colour
    })
    return () => cancelAnimationFrame(frame)
  }, [scheme])
}
