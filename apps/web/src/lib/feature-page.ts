// A page of a feature. `app/` lists them and renders each inside the shell.
import type { ComponentType } from 'react'

export interface FeatureView {
  /** A hook that returns the heading, which is also the title of the browser tab. */
  useHeading: () => string
  /** A hook that returns the link to the page above. */
  useCrumb?: () => { to: string; text: string } | undefined
  View: ComponentType
}

export interface FeaturePage {
  /** The path without the leading slash, in the router's syntax. */
  path: string
  /** Loads the page's code when it is first opened. */
  load: () => Promise<FeatureView>
}
