import {
  Activity,
  ArrowLeftRight,
  BadgeCheck,
  BookOpen,
  CreditCard,
  FileText,
  FlaskConical,
  House,
  type LucideIcon,
  ReceiptText,
  ScanFace,
  Send,
  ShieldQuestionMark,
  SquareTerminal,
  UserRoundSearch,
  Users,
  Webhook,
} from 'lucide-react';
import type { Overview } from '../api/client.ts';
import type { EnvironmentName } from '../settings.ts';
import { t } from '../texts/texts.ts';

/** A section of the dashboard in the navigation. */
export type NavigationItem = {
  readonly path: string;
  readonly text: string;
  readonly icon: LucideIcon;
  /** How many things in it wait for a person. */
  readonly waiting?: (of: Overview) => Overview['undelivered'];
  readonly only?: EnvironmentName;
};

type NavigationGroup = { readonly title?: string; readonly places: readonly NavigationItem[] };

/** Every section, in the groups that people look for them in. Pages for settings follow in Manage. */
export const placeGroups: readonly NavigationGroup[] = [
  { places: [{ path: 'home', text: t.all.home, icon: House }] },
  {
    title: t.all.identity,
    places: [
      { path: 'customers', text: t.all.customers, icon: Users },
      { path: 'documents', text: t.all.documents, icon: FileText },
      { path: 'verifications', text: t.all.verifications, icon: BadgeCheck },
      {
        path: 'reviews',
        text: t.all.identityReview,
        icon: ScanFace,
        waiting: (of) => of.reviews_waiting,
      },
      {
        path: 'screenings',
        text: t.all.screenings,
        icon: UserRoundSearch,
        waiting: (of) => of.screenings_open,
      },
    ],
  },
  {
    title: t.all.cards,
    places: [
      { path: 'cards', text: t.all.cards, icon: CreditCard },
      { path: 'authorizations', text: t.all.authorizations, icon: ReceiptText },
      { path: 'transactions', text: t.all.transactions, icon: ArrowLeftRight },
    ],
  },
  {
    title: t.layout.developers,
    places: [
      { path: 'webhooks', text: t.all.webhooks, icon: Webhook },
      { path: 'deliveries', text: t.all.deliveries, icon: Send, waiting: (of) => of.undelivered },
      { path: 'events', text: t.all.events, icon: Activity },
      { path: 'requests', text: t.all.requests, icon: SquareTerminal },
      { path: 'authorization-endpoint', text: t.all.authorization, icon: ShieldQuestionMark },
      { path: 'reference', text: t.all.apiReference, icon: BookOpen },
      { path: 'simulator', text: t.all.simulator, icon: FlaskConical, only: 'sandbox' },
    ],
  },
];

/** The places that Manage → Configure leads to. */
export const configurePlaces: readonly Pick<NavigationItem, 'path' | 'text' | 'only'>[] = [
  { path: 'configure/api-keys', text: t.all.apiKeys },
  { path: 'configure/people', text: t.all.people },
];
