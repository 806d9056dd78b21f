// Output of the parsers: nodes, edges and subgraphs without positions.
import type { Direction } from '../layout/level.js';
import type { ShapeName } from './shapes.js';
import type styles from './styles.json';

// Maximum sizes, because the time for the layout grows faster than its input.
const [maxDepth, maxBoxes, maxArrows] = [20, 250, 400];

/** Marker at the end of an edge: an arrowhead, or a symbol of class and entity diagrams. */
export type Tip = keyof (typeof styles)['tips'];
export interface Node {
  readonly id: string;
  readonly label: string;
  readonly shape: ShapeName;
  /** Sections of a class or an entity below its name, as lines. */
  readonly sections?: readonly (readonly string[])[];
}
export interface Edge {
  readonly source: string;
  readonly target: string;
  readonly label?: string;
  readonly style: 'solid' | 'dotted' | 'thick';
  readonly start?: Tip | undefined;
  readonly end?: Tip | undefined;
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

/** A graph while it is parsed. */
export class Flow {
  readonly nodes = new Map<string, Node>();
  readonly edges: Edge[] = [];
  readonly subgraphs: Subgraph[] = [];
  readonly classDefs = new Map<string, Style>();
  readonly classAssignments = new Map<string, string>();
  readonly nodeStyles = new Map<string, Style>();
  readonly linkStyles = new Map<number | 'default', Style>();
  /** Open subgraphs, from the outermost. */
  readonly open: Subgraph[] = [];
  readonly #frames = new Map<string, Subgraph>();
  readonly owners = new Map<string, Subgraph>();

  /** `stub` is the length of the straight part of edges next to a box, which leaves room for end markers. */
  constructor(
    public direction: Direction,
    readonly stub = 0,
  ) {}

  openFrame(id: string, label: string): void {
    if (this.open.length > maxDepth) throw new Error('its frames are nested too deep');
    const known = this.#frames.get(id);
    const frame: Subgraph = known ?? { id, label, nodeIds: [], children: [] };
    if (!known) (this.open.at(-1)?.children ?? this.subgraphs).push(frame);
    this.#frames.set(id, frame);
    this.open.push(frame);
  }

  /** Assigns a node to the innermost subgraph of its first occurrence. */
  claim(id: string): void {
    const [owner, frame] = [this.owners.get(id), this.open.at(-1)];
    if (frame && (!owner || this.open.includes(owner))) this.owners.set(id, frame);
  }

  addNote(label: string, to?: string): void {
    const id = ` note ${this.nodes.size}`;
    this.nodes.set(id, { id, label, shape: 'rectangle' });
    if (to === undefined) return;
    this.edges.push({ source: to, target: id, style: 'dotted' });
    const owner = this.owners.get(to);
    if (owner) this.owners.set(id, owner);
  }

  /** @throws if the graph, with more edges, would take seconds to lay out. */
  checkSize(moreEdges = 0): void {
    if (this.nodes.size > maxBoxes) throw new Error(`it has over ${maxBoxes} boxes`);
    if (this.edges.length + moreEdges > maxArrows) throw new Error(`it has over ${maxArrows} arrows`);
  }

  /** Finishes the graph after the last statement: removes nodes that are subgraphs. */
  finish(): this {
    for (const [id, { nodeIds }] of this.owners) nodeIds.push(id);
    for (const id of this.#frames.keys()) this.nodes.delete(id);
    return this;
  }
}
