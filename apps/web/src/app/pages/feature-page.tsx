import type { ComponentType } from 'react'
import type { FeatureView } from '#lib/feature-page.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

const useNoCrumb = () => undefined

/** Renders a feature's page in the frame of the shell. */
export function framed({ useHeading, useCrumb = useNoCrumb, View }: FeatureView): ComponentType {
  return function FramedPage() {
    const heading = useHeading()
    const crumb = useCrumb()
    useTitle(heading)
    return (
      // What is missing has the name of its list.
      <Page title={heading} {...(crumb && crumb.text !== heading ? { crumb } : {})}>
        <View />
      </Page>
    )
  }
}
