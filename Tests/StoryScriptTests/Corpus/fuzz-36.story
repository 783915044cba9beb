pri;;;;;; {"{'-" | uspre)  l1
prmod ($peop=>;;;;;;where; {"{' {"{)  l1
&rint ($peop=>;;; {"{' {"{