import type { TextRange } from "../../basics/index.ts";
import {
  itemsOf,
  keyOf,
  type MapNode,
  member,
  memberMap,
  memberText,
  type Node,
  type ScalarNode,
} from "../syntax/tree.ts";
import type { Verb } from "./process.ts";

/**
 * The readable parts of a flow, complete or not: the model behind rules, outline and the checked draft. Parts that are
 * missing or have the wrong type are absent here; the shape check reports them.
 */
export interface Reading {
  readonly kind: "flow" | "process";
  readonly root: Node;
  readonly process: Node | null;
  readonly stages: readonly ReadStage[];
  /** Those of all stages. */
  readonly actions: readonly ReadAction[];
  readonly conditions: readonly ReadCondition[];
  readonly reminders: readonly ReadReminder[];
  readonly participants: ReadonlyMap<string, ReadParticipant>;
  readonly authentications: readonly ReadAuthentication[];
  /** What the parameters give, by kind and name. */
  readonly given: Readonly<Record<NameKind, ReadonlyMap<string, Node>>>;
  /** Every mention in the process, by kind and name, in order of the text. */
  readonly uses: Readonly<Record<NameKind, ReadonlyMap<string, readonly Mention[]>>>;
  readonly version: ScalarNode | null;
}

export const nameKinds = ["participant", "document", "message"] as const;
export type NameKind = (typeof nameKinds)[number];

/** The key under which the parameters give the names of a kind. */
export const parameterKeys = { participant: "users", document: "documents", message: "messages" } as const;

function ofEachKind<T>(make: (kind: NameKind) => T): Record<NameKind, T> {
  return { participant: make("participant"), document: make("document"), message: make("message") };
}

/** A name where it is mentioned. */
export interface Mention {
  readonly name: string;
  readonly node: Node;
}

export function namesOf(mentions: readonly Mention[]): string[] {
  return mentions.map(({ name }) => name);
}

export interface ReadMethods {
  readonly node: MapNode;
  readonly email: Mention | null;
  readonly sms: Mention | null;
  readonly linkOnly: ScalarNode | null;
}

const actionKinds = ["notify", "callback", "allow-viewing", "deny-viewing"] as const;
export type ActionKind = (typeof actionKinds)[number];

export interface ReadAction {
  readonly kind: ActionKind;
  /** The action's value, keyed by its kind. */
  readonly node: Node;
  readonly users: readonly Mention[];
  readonly documents: readonly Mention[];
  readonly methods: ReadMethods | null;
  readonly confirmation: boolean;
  readonly callbackName: Mention | null;
}

const conditionKinds = [
  "signed-by",
  "approved-by",
  "signed-by-group-of",
  "approved-by-group-of",
  "redirect-to",
] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** One condition; a list of groups is one condition per group. */
export interface ReadCondition {
  readonly kind: ConditionKind;
  /** null: redirect-to. */
  readonly verb: Verb | null;
  readonly group: boolean;
  readonly node: Node;
  readonly users: readonly Mention[];
  readonly documents: readonly Mention[];
  readonly count: number | null;
  readonly url: ScalarNode | null;
}

export interface ReadStage {
  readonly name: string;
  /** The stage's value, keyed by its name. */
  readonly node: Node;
  readonly actions: readonly ReadAction[];
  readonly conditions: readonly ReadCondition[];
  /** What it mentions, in order of the text. */
  readonly names: Names;
}

export interface ReadReminder {
  readonly node: Node;
  readonly users: readonly Mention[] | null;
  readonly methods: ReadMethods | null;
  readonly date: Node | null;
  readonly daysDelay: number | null;
  readonly periodically: boolean;
}

export const authenticationKeys = ["auth_to_view", "auth_to_view_archived", "auth_to_sign"] as const;
export type AuthenticationKey = (typeof authenticationKeys)[number];

export interface ReadParticipant {
  readonly name: string;
  readonly node: Node;
  readonly idType: string | null;
  readonly id: ScalarNode | null;
  /** Where mail and SMS go: own fields first, else an id of that type. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** What a participant's authentication before viewing or signing says. */
export interface ReadAuthentication {
  readonly participant: ReadParticipant;
  readonly key: AuthenticationKey;
  readonly node: MapNode;
  /** Empty where none is named. */
  readonly provider: string;
  readonly providerNode: ScalarNode | null;
}

/** A file whose root holds `dsl-version` or `stages` is a bare process. */
export function kindOf(root: Node): "flow" | "process" {
  return root.kind === "map" && (root.entries.has("dsl-version") || root.entries.has("stages")) ? "process" : "flow";
}

/** What was read of the items of a list of stages, for as long as they stay as they are. */
export type ReadItems = WeakMap<Node, readonly ReadStage[]>;

export function read(root: Node, known?: ReadItems): Reading {
  const kind = kindOf(root);
  const process = kind === "process" ? root : member(root, "process");
  const parameters = kind === "process" ? null : memberMap(root, "process_parameters");
  const stages = itemsOf(member(process, "stages")).flatMap((item) => readItem(item, known));
  const reminders = itemsOf(member(process, "automatic-reminders")).map(readReminder);
  const given = ofEachKind(
    (kind): ReadonlyMap<string, Node> => memberMap(parameters, parameterKeys[kind])?.entries ?? new Map(),
  );
  const participants = readParticipants(given.participant);
  return {
    kind,
    root,
    process,
    stages,
    actions: stages.flatMap(({ actions }) => actions),
    conditions: stages.flatMap(({ conditions }) => conditions),
    reminders,
    participants,
    authentications: [...participants.values()].flatMap(readAuthentications),
    given,
    uses: collectUses(stages, reminders),
    version: memberText(process, "dsl-version"),
  };
}

function readItem(item: Node, known: ReadItems | undefined): readonly ReadStage[] {
  const before = known?.get(item);
  if (before !== undefined) return before;
  const stages = readStage(item);
  known?.set(item, stages);
  return stages;
}

function readStage(item: Node): ReadStage[] {
  const pair = onlyEntry(item);
  if (pair === null) return [];
  const [name, node] = pair;
  const expect = member(node, "expect");
  const actions = itemsOf(member(node, "actions")).flatMap(readAction);
  const conditions =
    expect?.kind === "map" ? [...expect.entries].flatMap(([key, value]) => readConditions(key, value)) : [];
  return [{ name, node, actions, conditions, names: namesIn(actions, conditions) }];
}

function onlyEntry(item: Node): [string, Node] | null {
  if (item.kind !== "map" || item.entries.size !== 1) return null;
  return item.entries.entries().next().value ?? null;
}

function readAction(item: Node): ReadAction[] {
  const pair = onlyEntry(item);
  const kind = actionKinds.find((known) => known === pair?.[0]);
  if (pair === null || kind === undefined) return [];
  const node = pair[1];
  const name = memberText(node, "callback-name");
  return [
    {
      kind,
      node,
      users: mentions(member(node, "users")),
      documents: mentions(member(node, "documents")),
      methods: readMethods(member(node, "methods")),
      confirmation: memberText(node, "kind")?.value === "confirmation",
      callbackName: name === null ? null : { name: String(name.value), node: name },
    },
  ];
}

function readConditions(key: string, value: Node): ReadCondition[] {
  const kind = conditionKinds.find((known) => known === key);
  if (kind === undefined) return [];
  const group = kind.endsWith("-group-of");
  const verb = kind === "redirect-to" ? null : kind.startsWith("signed") ? "sign" : "approve";
  const nodes = group && value.kind === "list" ? value.items : [value];
  return nodes.map((node) => {
    const count = member(node, "count");
    return {
      kind,
      verb,
      group,
      node,
      users: mentions(member(node, "users")),
      documents: mentions(member(node, "documents")),
      count: count?.kind === "scalar" && Number.isInteger(count.value) ? Number(count.value) : null,
      url: memberText(node, "url"),
    };
  });
}

function readMethods(node: Node | null): ReadMethods | null {
  if (node?.kind !== "map") return null;
  const linkOnly = member(node, "email-link-only");
  return {
    node,
    email: readMessage(member(node, "email")),
    sms: readMessage(member(node, "sms")),
    linkOnly: linkOnly?.kind === "scalar" ? linkOnly : null,
  };
}

/** Both `email: { message: name }` and `email: name`. */
function readMessage(node: Node | null): Mention | null {
  const name = node?.kind === "map" ? memberText(node, "message") : node;
  return name?.kind === "scalar" && typeof name.value === "string" ? { name: name.value, node: name } : null;
}

function readReminder(node: Node): ReadReminder {
  const users = member(node, "users");
  const date = member(node, "date");
  const days = member(date, "days_delay");
  return {
    node,
    users: users?.kind === "list" ? mentions(users) : null,
    methods: readMethods(member(node, "methods")),
    date,
    daysDelay: days?.kind === "scalar" && typeof days.value === "number" ? days.value : null,
    periodically: memberText(date, "repeat")?.value === "periodically",
  };
}

function mentions(list: Node | null): Mention[] {
  return itemsOf(list).flatMap((node) =>
    node.kind === "scalar" && typeof node.value === "string" ? [{ name: node.value, node }] : [],
  );
}

function readParticipants(users: ReadonlyMap<string, Node>): Map<string, ReadParticipant> {
  const participants = new Map<string, ReadParticipant>();
  for (const [name, node] of users) {
    const idType = memberText(node, "id_type")?.value;
    const id = memberText(node, "id");
    const contact = (field: string, type: string): string | null => {
      const own = memberText(node, field)?.value;
      return filled(own) ?? (idType === type ? filled(id?.value) : null);
    };
    participants.set(name, {
      name,
      node,
      idType: typeof idType === "string" ? idType : null,
      id,
      email: contact("email", "email"),
      phoneNumber: contact("phone_number", "phone_number"),
    });
  }
  return participants;
}

function readAuthentications(participant: ReadParticipant): ReadAuthentication[] {
  return authenticationKeys.flatMap((key) => {
    const node = memberMap(participant.node, key);
    const providerNode = memberText(node, "provider");
    return node === null ? [] : [{ participant, key, node, provider: String(providerNode?.value ?? ""), providerNode }];
  });
}

function filled(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

type Names = Readonly<Record<NameKind, readonly Mention[]>>;

/** What a stage mentions, in order of the text. */
function namesIn(actions: readonly ReadAction[], conditions: readonly ReadCondition[]): Names {
  const parts = [...actions, ...conditions];
  return {
    participant: parts.flatMap(({ users }) => users),
    document: parts.flatMap(({ documents }) => documents),
    message: actions.flatMap(({ methods }) => messagesIn(methods)),
  };
}

function messagesIn(methods: ReadMethods | null): Mention[] {
  return [methods?.email ?? null, methods?.sms ?? null].filter((mention) => mention !== null);
}

function collectUses(stages: readonly ReadStage[], reminders: readonly ReadReminder[]): Reading["uses"] {
  const uses = ofEachKind(() => new Map<string, Mention[]>());
  const add = (kind: NameKind, found: readonly Mention[]): void => {
    for (const mention of found) {
      const earlier = uses[kind].get(mention.name);
      if (earlier === undefined) uses[kind].set(mention.name, [mention]);
      else earlier.push(mention);
    }
  };
  for (const { names } of stages) for (const kind of nameKinds) add(kind, names[kind]);
  for (const { users, methods } of reminders) {
    add("participant", users ?? []);
    add("message", messagesIn(methods));
  }
  return uses;
}

/** A place where a name is given or mentioned. */
export interface NamePlace {
  readonly kind: NameKind | "stage";
  readonly name: string;
  readonly node: Node;
  /** With the quotes, where there are any. */
  readonly range: TextRange;
  readonly definition: boolean;
  /** Mentioned above already. */
  readonly again: boolean;
}

/** Every place of every name: first where names are given, then where the process mentions them. */
export function* namePlaces({ stages, given, uses }: Reading): Generator<NamePlace> {
  const definition = { definition: true, again: false } as const;
  for (const { name, node } of stages) yield { kind: "stage", name, node, range: keyOf(node), ...definition };
  for (const kind of nameKinds)
    for (const [name, node] of given[kind]) yield { kind, name, node, range: keyOf(node), ...definition };
  for (const kind of nameKinds) {
    for (const [name, mentions] of uses[kind])
      for (const [at, { node }] of mentions.entries())
        yield { kind, name, node, range: node.range, definition: false, again: at > 0 };
  }
}
