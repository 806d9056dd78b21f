// What readers of diagrams make: boxes, lines and frames, without places.
import type { Direction } from './layout/graph.js';
import type { ShapeName } from './print/shapes.js';
import type { Tip } from './print/tips.js';

const maxDepth = 20;

export interface Node {
  readonly id: string;
  readonly label: string;
  readonly shape: ShapeName;
  /** Lines of a class or an entity, below its name. */
  readonly sections?: readonly (readonly string[])[];
}
export interface Edge {
  readonly source: string;
  readonly target: string;
  readonly label?: string;
  readonly style: 'solid' | 'dotted' | 'thick';
  readonly start?: Tip | undefined;
  readonly end?: Tip | undefined;
  /** Texts at its ends. */
  readonly startLabel?: string | undefined;
  readonly endLabel?: string | undefined;
  readonly isInvisible?: boolean;
}
export interface Subgraph {
  readonly id: string;
  readonly label: string;
  readonly nodeIds: string[];
  readonly children: Subgraph[];
  direction?: Direction;
}
export type Style = Readonly<Record<string, string>>;

/** A diagram of boxes and lines. */
export class Flow {
  readonly nodes = new Map<string, Node>();
  readonly edges: Edge[] = [];
  readonly subgraphs: Subgraph[] = [];
  readonly classDefs = new Map<string, Style>();
  /** The class of a box. */
  readonly classAssignments = new Map<string, string>();
  readonly nodeStyles = new Map<string, Style>();
  readonly linkStyles = new Map<number | 'default', Style>();
  /** Frames that are being read, from the outermost. */
  readonly open: Subgraph[] = [];
  readonly #frames = new Map<string, Subgraph>();
  readonly #owners = new Map<string, Subgraph>();

  /** Lines run straight so far from a box as `stub` says: there is room for signs. */
  constructor(
    public direction: Direction,
    readonly stub = 0,
  ) {}

  /** Begins a frame, or goes on with it. */
  openFrame(id: string, label: string): void {
    if (this.open.length > maxDepth) throw new Error('its frames are nested too deep');
    const known = this.#frames.get(id);
    const frame: Subgraph = known ?? { id, label, nodeIds: [], children: [] };
    if (!known) (this.open.at(-1)?.children ?? this.subgraphs).push(frame);
    this.#frames.set(id, frame);
    this.open.push(frame);
  }

  /** A box belongs to the innermost frame in which it is mentioned first. */
  claim(id: string): void {
    const [owner, frame] = [this.#owners.get(id), this.open.at(-1)];
    if (frame && (!owner || this.open.includes(owner))) this.#owners.set(id, frame);
  }

  /** Adds a note, to a box or alone. */
  addNote(label: string, to?: string): void {
    const id = ` note ${this.nodes.size}`;
    this.nodes.set(id, { id, label, shape: 'rectangle' });
    if (to === undefined) return;
    this.edges.push({ source: to, target: id, style: 'dotted' });
    const owner = this.#owners.get(to);
    if (owner) this.#owners.set(id, owner);
  }

  /** After the last statement: a node with the name of a frame is not a box. */
  finish(): this {
    for (const [id, { nodeIds }] of this.#owners) nodeIds.push(id);
    for (const id of this.#frames.keys()) this.nodes.delete(id);
    return this;
  }
}
