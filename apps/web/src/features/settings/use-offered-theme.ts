import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useConfig } from '#lib/config.ts'
import { recall } from '#lib/preferences.ts'

/** Makes the page dark where the installation says so and nobody has chosen a theme in this browser. */
export function useOfferedTheme(): void {
  const { dark } = useConfig()
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (dark && recall('theme') === null) setColorScheme('dark')
  }, [dark, setColorScheme])
}
