// Decisions on their way to the disk, one after the other; none is forgotten before it is there.

export class Outbox {
  // `send` delivers one; `refused` is told of one that scorecheck will not take.
  constructor({ send, changed, refused }) {
    this.send = send;
    this.changed = changed;
    this.refused = refused;
    this.items = [];
    this.failed = null;
    this.last = "";
    this.busy = false;
  }

  get waiting() {
    return this.items.length;
  }

  // The decisions that are on their way, by cell.
  get byCell() {
    return new Map(this.items.filter((item) => item.cell).map((item) => [item.cell, item]));
  }

  put(item) {
    this.items.push(item);
    this.work();
  }

  retry() {
    this.failed = null;
    this.work();
  }

  async work() {
    if (this.busy || this.failed) return this.changed();
    this.busy = true;
    while (this.items.length && !this.failed) {
      const [item] = this.items;
      try {
        const told = await this.send(item);
        this.items.shift();
        this.last = told;
      } catch (failure) {
        if (failure.refused) {
          this.items.shift();
          this.refused(item, failure);
        } else this.failed = failure;
      }
      this.changed();
    }
    this.busy = false;
  }
}
