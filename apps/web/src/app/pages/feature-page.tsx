import type { ComponentType } from 'react'
import type { FeatureView } from '../../lib/feature-page.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** Renders a feature's page in the frame of the shell. */
export function framed({ useHeading, View }: FeatureView): ComponentType {
  return function FramedPage() {
    const heading = useHeading()
    useTitle(heading)
    return (
      <Page title={heading}>
        <View />
      </Page>
    )
  }
}
