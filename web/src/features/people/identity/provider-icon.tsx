import {
  IconBrandAppleFilled,
  IconBrandFacebookFilled,
  IconBrandGithubFilled,
  IconBrandGoogleFilled,
  IconBrandLinkedinFilled,
  IconBrandWindowsFilled,
  IconBuildingCommunity,
} from '@tabler/icons-react'

const icons = {
  google: IconBrandGoogleFilled,
  apple: IconBrandAppleFilled,
  microsoft: IconBrandWindowsFilled,
  facebook: IconBrandFacebookFilled,
  github: IconBrandGithubFilled,
  linkedin: IconBrandLinkedinFilled,
}

const isKnown = (name: string): name is keyof typeof icons => name in icons

/** The logo of a provider, in the text colour. */
export function ProviderIcon({ name }: { name: string }) {
  const Icon = isKnown(name) ? icons[name] : IconBuildingCommunity
  return <Icon size={20} aria-hidden />
}
