// A page that a feature brings. `app/` lists them and puts each into the frame of the shell.
import type { ComponentType } from 'react'

export interface FeatureView {
  /** The heading, also the name of the page in the browser's tab. A hook. */
  useHeading: () => string
  View: ComponentType
}

export interface FeaturePage {
  /** The address without the leading slash, as the router takes it. */
  path: string
  /** Fetches the page when it is first opened. */
  load: () => Promise<FeatureView>
}
